"""Games, states and decisions."""
import random
import unittest

from ludoforge import EngineEnded, EngineError, Game, UniformPlayer

from .support import game_of


class States(unittest.TestCase):
    def test_a_game_can_be_played_to_its_end(self):
        state = game_of("tic-tac-toe").start(seed=7)
        player = UniformPlayer(1)
        decisions = 0
        while state.decision is not None:
            self.assertEqual(state.deciding, (state.decision.seat,))
            state = state.decide(player(state.decision))
            decisions += 1
        self.assertGreaterEqual(decisions, 5)
        self.assertIsNotNone(state.outcome)
        self.assertIn(state.outcome.kind, ("win", "draw"))
        self.assertEqual(set(state.outcome.ranks), {"cross", "nought"})

    def test_decide_leaves_the_state_as_it_is_and_answer_changes_it(self):
        state = game_of("tic-tac-toe").start(seed=7)
        before = state.hash()
        after = state.decide("b2", events=True)
        self.assertEqual(state.hash(), before)
        self.assertNotEqual(after.hash(), before)
        self.assertEqual([event["type"] for event in after.events], ["chose", "moved"])
        self.assertEqual(state.answer("b2").hash(), after.hash())
        self.assertEqual(state.evaluate("count(map where it is empty)"), 8)
        self.assertEqual(state.view(None)["zones"]["b2"]["size"], 1)

    def test_an_illegal_answer_is_refused_with_a_code(self):
        state = game_of("tic-tac-toe").start()
        with self.assertRaises(EngineError) as caught:
            state.answer("bb2")
        self.assertEqual(caught.exception.code, "illegal-choice")
        self.assertIn("Did you mean", str(caught.exception))
        self.assertEqual(state.decide("b2").explain("b2")["summary"], "A piece is in B2.")

    def test_saves_forks_playouts_and_features(self):
        game = game_of("reversi")
        state = game.start(seed=3).play("random", decisions=10)
        copy = game.restore(state.save())
        self.assertEqual(copy.hash(), state.hash())
        self.assertEqual(state.fork().hash(), state.hash())
        self.assertEqual(state.playouts(5)["ended"], 5)
        self.assertEqual(set(state.features()), {"black", "white"})
        self.assertEqual(state.preview(state.decision.options[0].id)["until"], "question")

    def test_states_that_nobody_uses_are_dropped(self):
        game = game_of("tic-tac-toe")
        kept = game.start()
        open_before = game.stats()["open"]["games"]
        for _ in range(20):
            kept.fork()
        game.stats()
        self.assertLessEqual(game.stats()["open"]["games"], open_before + 1)
        self.assertIsNotNone(kept.hash())

    def test_a_seat_against_bots_sees_only_what_it_may(self):
        state = game_of("three-crowns").start(seed=1, seats={"east": "me", "north": "greedy"})
        self.assertEqual(state.decision.seat, "east")
        with self.assertRaises(EngineError) as caught:
            state.evaluate("first(hand of north).rank")
        self.assertEqual(caught.exception.code, "hidden")
        imagined = state.fork(imagine="east", seed=5)
        self.assertIsInstance(imagined.evaluate("first(hand of north).rank"), int)
        self.assertEqual(state.observation("east"), imagined.observation("east"))
        self.assertEqual(state.information_state("east").key, imagined.information_state("east").key)

    def test_a_uniform_player_answers_every_question(self):
        for name in ("fire-in-the-lake", "texas-holdem", "goofspiel"):
            with self.subTest(game=name), Game(name) as game:
                seat, player = game.seats[0], UniformPlayer(1)
                state = game.start(seed=2, seats={seat: "me"})
                for _ in range(100):
                    if state.decision is None:
                        break
                    self.assertEqual(state.decision.seat, seat)
                    state.answer(player(state.decision))
                with self.assertRaises(EngineError) as caught:
                    state.save()
                self.assertEqual(caught.exception.code, "hidden")

    def test_information_states_with_and_without_recall(self):
        game = game_of("kuhn-poker")
        seat = game.seats[0]
        state = game.start(seed=1, recall=True)
        plain = state.information_state(seat)
        recalled = state.information_state(seat, recall=True)
        self.assertEqual(len(plain.key), 16)
        self.assertIn(str(plain), str(recalled))
        after = state.decide(state.decision.options[0].id)
        self.assertNotEqual(after.information_state(seat, recall=True).key, recalled.key)
        self.assertIn(str(recalled).split("\n")[0], str(after.information_state(seat, recall=True)))
        keys = {game.start(seed=n).information_state(seat).key for n in range(40)}
        self.assertEqual(len(keys), 3)  # three cards
        with self.assertRaises(EngineError):
            game.start(seed=1).information_state(seat, recall=True)

    def test_a_command_that_is_missing_is_reported(self):
        with self.assertRaises(EngineEnded) as caught:
            Game("tic-tac-toe", command=["ludoforge-that-is-missing"])
        self.assertIn("LUDOFORGE", str(caught.exception))


class AtomicActions(unittest.TestCase):
    def test_sets_are_built_up_pick_by_pick(self):
        game = game_of("outposts")
        spaces = game.spaces()
        self.assertEqual(spaces.actions[0], "done")
        self.assertEqual(spaces.fingerprint, game.fingerprint)
        rng = random.Random(1)
        state = game.start(seed=2)
        partial = 0
        while state.decision is not None:
            legal = state.legal_actions()
            self.assertEqual([i for i, one in enumerate(state.action_mask()) if one], sorted(legal))
            self.assertEqual(len(state.observation()), len(spaces.observation))
            before = state.decision
            if not state.act(rng.choice(legal)):
                partial += 1
                self.assertEqual(state.decision, before)
        self.assertGreater(partial, 0)
        self.assertEqual(state.legal_actions(), [])
        self.assertAlmostEqual(sum(state.rewards().values()), 0)

    def test_an_illegal_action_is_refused(self):
        state = game_of("tic-tac-toe").start()
        with self.assertRaises(EngineError) as caught:
            state.act(0)
        self.assertEqual(caught.exception.code, "illegal-choice")
        self.assertIn("isn't legal here", str(caught.exception))
