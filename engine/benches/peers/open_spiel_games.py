"""Games of oware on OpenSpiel's states, between searches for Daoud et al.'s features.

Reads one JSON object from standard input: `depth`, `ply_cap`, `weights` (by
term, scaled and signed), `checks` (moves from the start, scores for both
players) and `openings` (moves from the start). Evaluates the checks, plays on from the
openings, and prints the games and how many it played in a second as JSON.
"""

import json
import sys
import time
from array import array
from importlib.metadata import version

import pyspiel

HOUSES, SEEDS = 6, 48
WIN = 1_000_000_000
FEATURES = ("captures_2", "captures_3", "reach", "over_twelve", "store", "empty")

# The observation has houses and stores as 32-bit fractions of all seeds.
COUNT = {x: n for n, x in enumerate(array("f", [n / SEEDS for n in range(SEEDS + 1)]))}


def landing(house, seeds):
    """The opponent's house in which a move ends and the seeds it adds there, if it does."""
    laps, steps = divmod(seeds - 1, 2 * HOUSES - 1)  # a lap leaves out the house itself
    last = house + 1 + steps
    return (last - HOUSES, laps + 1) if seeds and HOUSES <= last < 2 * HOUSES else None


LANDINGS = [[landing(house, seeds) for seeds in range(SEEDS + 1)] for house in range(HOUSES)]


def weigh(row, other, store, weights):
    """The features of one player, weighed."""
    captures_2, captures_3, reach, over_twelve, per_seed, empty = weights
    score = per_seed * store
    for house, seeds in enumerate(row):
        if not seeds:
            score += empty
        elif seeds >= HOUSES - house:
            score += reach
            if seeds > 12:
                score += over_twelve
            end = LANDINGS[house][seeds]
            if end:
                after = other[end[0]] + end[1]
                if after == 2:
                    score += captures_2
                elif after == 3:
                    score += captures_3
    return score


class Searcher:
    """Alpha-beta with the moves in order and ties to the first, as in the engine."""

    def __init__(self, depth, weights):
        self.depth = depth
        self.own = [weights[f"own_{feature}"] for feature in FEATURES]
        self.opponent = [weights[f"opponent_{feature}"] for feature in FEATURES]

    def evaluate(self, state, player):
        board = [COUNT[x] for x in state.observation_tensor(0)]
        south, north = board[:HOUSES], board[HOUSES : 2 * HOUSES]
        own, other = (north, south) if player else (south, north)
        return weigh(own, other, board[-2 + player], self.own) + weigh(
            other, own, board[-1 - player], self.opponent
        )

    def choose(self, state):
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        player, best, choice = state.current_player(), -WIN, None
        for action in actions:
            score = -self.negamax(state.child(action), player, -1, 1, -WIN, -best)
            if choice is None or score > best:
                best, choice = score, action
        return choice

    def negamax(self, state, player, sign, ply, alpha, beta):
        """The score for the side to move; `sign` is 1 if that is `player`, the searcher."""
        if state.is_terminal():
            return sign * int(state.player_return(player)) * (WIN - ply)
        if ply == self.depth:
            return sign * self.evaluate(state, player)
        best = -WIN
        for action in state.legal_actions():
            score = -self.negamax(state.child(action), player, -sign, ply + 1, -beta, -alpha)
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best


def main():
    task = json.load(sys.stdin)
    game = pyspiel.load_game("oware")
    searcher = Searcher(task["depth"], task["weights"])

    def after(moves):
        state = game.new_initial_state()
        for action in moves:
            state.apply_action(action)
        return state

    for check in task["checks"]:
        state = after(check["moves"])
        scores = [searcher.evaluate(state, player) for player in (0, 1)]
        if scores != check["scores"]:
            sys.exit(f"scores are {scores}, not {check['scores']}, in\n{state}")

    states = [after(moves) for moves in task["openings"]]
    start = time.perf_counter()
    for state in states:
        while not state.is_terminal() and state.move_number() < task["ply_cap"]:
            state.apply_action(searcher.choose(state))
    seconds = time.perf_counter() - start
    answer = {
        "version": version("open_spiel"),
        "games": [state.history() for state in states],
        "games_per_second": len(states) / seconds,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
