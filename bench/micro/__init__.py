"""Parts of the server by themselves, without sockets: what each costs, in microseconds."""
