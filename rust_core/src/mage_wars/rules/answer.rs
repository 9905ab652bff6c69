//! Which rule a decision's answer belongs to.

use crate::contract::Sink;
use crate::mage_wars::catalog::kinds::Token;
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Ask, Frame, Heal, Window};
use crate::mage_wars::state::MageWars;

impl MageWars {
    /// Carries out the answer to a decision that has just been taken off the stack.
    pub(super) fn answer(&mut self, ask: &Ask, choice: Choice, sink: &mut impl Sink<Happening>) {
        let seat = ask.seat;
        match &ask.window {
            Window::Upkeep => self.answer_upkeep(seat, choice, sink),
            Window::Challenge => self.answer_challenge(seat, choice, sink),
            Window::Basilica(_) => {
                let id = self.called(seat, choice.args[0]).expect("a listed target");
                self.find_mut(id).expect("it was just found").light += 1;
            }
            Window::Meraveran(temple) => {
                if choice.verb == Verb::Use {
                    self.add_tokens(*temple, Token::Valor, -3, sink);
                    self.player_mut(seat).used.meraveran = true;
                }
            }
            Window::Dorseus(_) => {
                if choice.verb == Verb::Heal {
                    let target = self.called(seat, choice.args[0]).expect("a listed target");
                    let heal = Heal { target, amount: 2, bleed: None, moves_to: None, bypass: true };
                    self.stack.push(Frame::Heal(heal));
                }
            }
            Window::LifeLink(link) => {
                let host = self.find(*link).map(|link| link.place);
                if let (Verb::Heal, Some(crate::mage_wars::state::Place::On(target))) = (choice.verb, host) {
                    let mage = self.player(seat).mage;
                    let amount = choice.amount().min(self.find(target).map_or(0, |host| host.damage));
                    self.stack.push(Frame::Heal(Heal {
                        target,
                        amount,
                        bleed: None,
                        moves_to: Some(mage),
                        bypass: false,
                    }));
                }
            }
            Window::UpkeepCost(drown) => {
                if choice.verb == Verb::Pay {
                    let price = self.find(*drown).map_or(0, |drown| i32::from(drown.token(Token::Suffocate)));
                    self.pay_mage(seat, price, sink);
                } else {
                    self.remove(*drown, "upkeep", sink);
                }
            }
            Window::Fermata(song) => self.answer_fermata(*song, seat, choice, sink),
            Window::Deployment => self.answer_deployment(seat, choice, sink),
            Window::Quickcast => {
                if choice.verb == Verb::Pass {
                    sink.push(Happening::Passed { seat, window: "quickcast" });
                } else {
                    self.quickcast(seat, choice, sink);
                }
            }
            Window::Turn => self.answer_turn(seat, choice, sink),
            Window::Alandell => self.answer_alandell(choice, sink),
            Window::Action => self.answer_action(choice, sink),
            Window::Reveal => self.answer_reveal(seat, choice, sink),
            Window::MandatoryReveal(id) => self.answer_mandatory(*id, choice, sink),
            Window::Strongest => {
                if let Some(attack) = self.attack_mut() {
                    attack.strongest = choice.verb == Verb::Apply;
                }
            }
            Window::Solar => self.answer_solar(seat, choice, sink),
            Window::Intercept => self.answer_intercept(seat, choice, sink),
            Window::Defense => self.answer_defense(seat, choice, sink),
            Window::Reroll => self.answer_reroll(choice, sink),
            Window::Martyr => self.answer_martyr(seat, choice, sink),
            Window::Vampiric(_) => self.answer_vampiric(choice),
            Window::Helm => self.answer_helm(seat, choice, sink),
            Window::Initiate(zone) => {
                if choice.verb == Verb::Teleport {
                    let id = self.called(seat, choice.args[0]).expect("a listed creature");
                    self.teleport(id, *zone, sink);
                }
            }
            Window::PushDirection(_) => self.answer_push(choice),
            Window::Follow(zone) => self.answer_follow(*zone, choice, sink),
            Window::Counterstrike => self.answer_counterstrike(choice),
            Window::HealSplit => self.answer_heal_split(choice),
            Window::Prevention(item, price) => self.answer_prevention(*item, *price, seat, choice, sink),
            Window::Pillar(pillar) => self.answer_pillar(*pillar, seat, choice),
            Window::Token(token, taken) => self.answer_token(seat, *token, *taken, choice, sink),
            Window::ExtraToken(song) => {
                if choice.verb == Verb::Add {
                    self.add_tokens(*song, Token::Dissipate, 1, sink);
                }
            }
            Window::Order(_) => self.answer_order(seat, choice),
            Window::EndGuard(price) => self.answer_end_guard(*price, choice, sink),
            Window::Escape(condition) => self.answer_escape(*condition, choice, sink),
            Window::Further => self.answer_further(seat, choice),
        }
    }
}
