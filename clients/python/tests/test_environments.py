"""The contracts of PettingZoo's AEC and of Gymnasium, rule by rule; and their own tests, where they are installed."""
import importlib.util
import random
import unittest

from ludoforge import AECEnv, EngineError, Environment, GymEnv, aec_env, gym_env

from .support import game_of

GAMES = ("tic-tac-toe", "kuhn-poker", "goofspiel", "outposts")


def equal(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    return list(a) == list(b)


class AEC(unittest.TestCase):
    def test_the_contract_holds_in_every_kind_of_game(self):
        for name in GAMES:
            with self.subTest(game=name):
                self.check(AECEnv(game_of(name)))

    def check(self, env):
        with self.assertRaises(RuntimeError):
            env.observe(env.possible_agents[0])
        self.assertIn("name", env.metadata)
        self.assertEqual(env.max_num_agents, len(env.possible_agents))
        env.reset(seed=1)
        self.assertTrue(set(env.agents) <= set(env.possible_agents))
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertIn(env.agent_selection, env.agents)
        for table in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
            self.assertEqual(set(table), set(env.agents))
        for agent in env.agents:
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertFalse(env.terminations[agent] or env.truncations[agent])
            self.assertEqual(env.rewards[agent], 0)
        with self.assertRaises(KeyError):
            env.action_space("nobody")
        with self.assertRaises(ValueError):
            env.step(None)
        rng = random.Random(1)
        total = dict.fromkeys(env.agents, 0.0)
        everybody = list(env.agents)
        ended = False
        for agent in env.agent_iter(5000):
            self.assertEqual(agent, env.agent_selection)
            observation, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            self.assertTrue(equal(observation, env.observe(agent)))
            space = env.observation_space(agent)
            for part in ("observation", "action_mask"):
                self.assertIn(observation[part], space[part])
            self.assertIn("action_mask", info)
            self.assertEqual(list(env.action_mask(agent)), list(observation["action_mask"]))
            if terminated or truncated:
                ended = True
                with self.assertRaises(ValueError):
                    env.step(0)
                env.step(None)
                self.assertNotIn(agent, env.agents)
                continue
            legal = [i for i, one in enumerate(observation["action_mask"]) if one]
            self.assertGreater(len(legal), 0)
            for other in env.agents:
                if other != agent:
                    self.assertEqual(sum(env.observe(other)["action_mask"]), 0)
            action = rng.choice(legal)
            self.assertIn(action, env.action_space(agent))
            env.step(action)
            self.assertEqual(env._cumulative_rewards.keys(), set(env.agents))
        self.assertTrue(ended)
        self.assertEqual(env.agents, [])
        self.assertAlmostEqual(sum(total[agent] for agent in everybody), 0)

    def test_the_same_seed_is_the_same_game(self):
        env = AECEnv(game_of("kuhn-poker"), rewards="score")
        for seed in (1, 2, "three"):
            env.reset(seed=seed)
            first = [env.observe(agent) for agent in env.agents]
            env.reset(seed=seed)
            self.assertTrue(all(equal(a, env.observe(agent)) for a, agent in zip(first, env.agents)))
        env.reset()
        self.assertIn(env.agent_selection, env.render())

    def test_an_illegal_action_is_refused_and_changes_nothing(self):
        env = AECEnv(game_of("tic-tac-toe"))
        env.reset(seed=1)
        agent, before = env.agent_selection, env.observe(env.agent_selection)
        with self.assertRaises(EngineError):
            env.step(0)
        self.assertEqual(env.agent_selection, agent)
        self.assertTrue(equal(env.observe(agent), before))

    def test_a_game_is_truncated_at_the_limit(self):
        env = aec_env("tic-tac-toe", max_decisions=2)
        self.addCleanup(env.close)
        env.reset(seed=1)
        for _ in range(2):
            env.step(env.action_space("cross").sample(env.action_mask()))
        self.assertEqual(set(env.truncations.values()), {True})
        self.assertEqual(set(env.terminations.values()), {False})

    if importlib.util.find_spec("pettingzoo") is not None:  # where it is absent, `check` is the test

        def test_the_api_test_of_pettingzoo(self):
            from pettingzoo.test import api_test

            env = aec_env("tic-tac-toe")
            self.addCleanup(env.close)
            api_test(env, num_cycles=50)


class Settings(unittest.TestCase):
    def test_both_environments_take_the_same_settings(self):
        for make in (aec_env, gym_env):
            with self.subTest(make=make.__name__):
                env = make("kuhn-poker", encoding="one-hot", rewards="score", max_decisions=7)
                self.addCleanup(env.close)
                self.assertIsInstance(env, Environment)
                self.assertEqual((env.encoding, env.reward_kind, env.max_decisions), ("one-hot", "score", 7))
                self.assertEqual(env._vectors.shape, (len(env.game.spaces("one-hot").observation),))

    def test_an_unknown_setting_is_refused_and_ends_the_engine(self):
        for make in (aec_env, gym_env):  # an engine that is left behind is a ResourceWarning
            with self.subTest(make=make.__name__), self.assertRaisesRegex(TypeError, "seeds"):
                make("kuhn-poker", seeds=3)


class Gym(unittest.TestCase):
    def test_the_contract_holds_in_every_kind_of_game(self):
        for name in GAMES:
            with self.subTest(game=name):
                self.check(GymEnv(game_of(name), game_of(name).seats[0]))

    def check(self, env):
        with self.assertRaises(RuntimeError):
            env.step(0)
        rng = random.Random(2)
        for seed in (1, 2, 3):
            observation, info = env.reset(seed=seed)
            again, _ = env.reset(seed=seed)
            self.assertEqual(list(observation), list(again))
            self.assertIn(observation, env.observation_space)
            for _ in range(5000):
                mask = info["action_mask"]
                self.assertEqual(list(mask), list(env.action_mask()))
                action = rng.choice([i for i, one in enumerate(mask) if one])
                self.assertTrue(env.action_space.contains(action))
                observation, reward, terminated, truncated, info = env.step(action)
                self.assertIn(observation, env.observation_space)
                self.assertIsInstance(reward, float)
                self.assertIsInstance(terminated, bool)
                self.assertIsInstance(truncated, bool)
                if terminated:
                    break
                self.assertEqual(reward, 0)
                self.assertTrue(env.render())
            self.assertTrue(terminated)
            self.assertIn("winners", info)
            self.assertEqual(sum(info["action_mask"]), 0)
            with self.assertRaises(RuntimeError):
                env.step(action)

    def test_opponents_are_chosen_by_seat(self):
        env = gym_env("tic-tac-toe", "nought", opponents={"cross": "greedy"})
        self.addCleanup(env.close)
        observation, _ = env.reset(seed=1)
        self.assertEqual(env.seat, "nought")
        self.assertEqual(observation[0], 1)
        with self.assertRaises(KeyError):
            gym_env("tic-tac-toe", "nobody")

    if importlib.util.find_spec("gymnasium") is not None:  # where it is absent, `check` is the test

        def test_it_is_an_environment_of_gymnasium(self):
            import gymnasium

            env = gym_env("tic-tac-toe")
            self.addCleanup(env.close)
            self.assertIsInstance(env, gymnasium.Env)
            self.assertIsInstance(env.action_space, gymnasium.spaces.Discrete)
