"""Many games in one call."""
import random
import struct
import unittest

from ludoforge import HAS_NUMPY, KEEP, LIMIT, OVER, RESTART, RUNNING, EngineError
from ludoforge.arrays import numpy

from .support import game_of


def listed(array):
    return array.tolist()


class Batches(unittest.TestCase):
    def rng(self, seed):
        return numpy.random.default_rng(seed) if HAS_NUMPY else random.Random(seed)

    def test_every_game_is_the_same_as_alone(self):
        game = game_of("outposts")
        batch = game.batch(4, seed=9, restart=False)
        alone = [game.start(seed=f"9/{i}/0") for i in range(4)]
        rng = random.Random(3)
        seats = list(game.seats)
        for _ in range(400):
            actions = []
            for i, state in enumerate(alone):
                legal = state.legal_actions()
                self.assertEqual(batch.legal_actions(i), legal)
                if state.outcome is not None:
                    self.assertEqual(batch.done[i], OVER)
                    self.assertEqual(batch.seat[i], -1)
                    self.assertEqual(listed(batch.rewards)[i], [state.rewards()[seat] for seat in seats])
                    actions.append(KEEP)
                    continue
                self.assertEqual(batch.done[i], RUNNING)
                self.assertEqual(seats[batch.seat[i]], state.decision.seat)
                self.assertEqual(listed(batch.observation)[i], state.observation())
                actions.append(rng.choice(legal))
            if all(action == KEEP for action in actions):
                break
            batch.step(actions)
            for state, action in zip(alone, actions):
                if action != KEEP:
                    state.act(action)
        else:
            self.fail("The games don't end.")
        with self.assertRaises(EngineError):
            batch.step([1, KEEP, KEEP, KEEP])
        batch.step([RESTART, KEEP, KEEP, KEEP])
        self.assertEqual(listed(batch.done), [RUNNING, OVER, OVER, OVER])
        self.assertEqual(listed(batch.observation)[0], game.start(seed="9/0/1").observation())
        batch.close()

    def test_games_restart_and_rewards_sum_to_zero(self):
        batch = game_of("tic-tac-toe").batch(32, seed=1)
        rng = self.rng(1)
        ended = 0
        for _ in range(60):
            mask = batch.action_mask()
            actions = batch.random_actions(rng)
            self.assertTrue(all(mask[i][action] == 1 for i, action in enumerate(actions)))
            self.assertEqual(sum(sum(map(int, row)) for row in mask), len(batch.legal))
            batch.step(actions)
            for done, rewards in zip(listed(batch.done), listed(batch.rewards)):
                ended += int(done == OVER)
                self.assertEqual(sum(rewards), 0)
                self.assertEqual(any(rewards) and done != OVER, False)
            self.assertTrue(all(seat >= 0 for seat in listed(batch.seat)))
        self.assertGreater(ended, 100)
        self.assertEqual(batch.failures(), [])
        batch.close()

    def test_one_seat_plays_against_bots(self):
        game = game_of("texas-holdem")
        batch = game.batch(8, seed=2, seats={game.seats[1]: "me"}, rewards="score", encoding="one-hot")
        rng = self.rng(2)
        for _ in range(40):
            self.assertEqual(set(listed(batch.seat)), {1})
            batch.step(batch.random_actions(rng))
        batch.close()

    def test_the_limit_of_decisions_stops_a_game(self):
        batch = game_of("tic-tac-toe").batch(2, decisions=3, restart=False)
        for _ in range(3):
            batch.step(batch.random_actions(self.rng(1)))
        self.assertEqual(listed(batch.done), [LIMIT, LIMIT])
        batch.close()

    def test_malformed_frames_are_refused_and_change_nothing(self):
        game = game_of("tic-tac-toe")
        batch = game.batch(2)
        before = listed(batch.observation)
        frame = game.connection.frame
        for payload, code in (
            (b"", "bad-frame"),
            (struct.pack("<II", batch.number, 2), "bad-frame"),
            (struct.pack("<IIi", batch.number, 1, KEEP), "bad-frame"),
            (struct.pack("<IIii", 99, 2, KEEP, KEEP), "unknown-batch"),
            (struct.pack("<IIii", batch.number, 2, KEEP, -7), "illegal-choice"),
            (struct.pack("<IIii", batch.number, 2, batch.legal_actions(0)[0], 10**6), "illegal-choice"),
            (struct.pack("<III", batch.number, 2**31, 0), "bad-frame"),
        ):
            with self.assertRaises(EngineError) as caught:
                frame(payload)
            self.assertEqual(caught.exception.code, code)
        self.assertEqual(listed(batch.step([KEEP, KEEP]).observation), before)
        batch.close()
        with self.assertRaises(EngineError):
            batch.step([KEEP, KEEP])
