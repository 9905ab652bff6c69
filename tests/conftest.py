"""What all tests share. With Hypothesis imported here, Trio's scheduler is seeded inside `@given`."""

import hypothesis

hypothesis.settings.register_profile("spellmoot", deadline=None, print_blob=True)
hypothesis.settings.load_profile("spellmoot")
