/** The line protocol for the programs in this folder: reads requests, and asks `decide` for each choice. */
import { createInterface } from 'node:readline'

/** Returns a random generator (a linear congruential one), for ties. */
function randomBelow(seed) {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** Returns the items with the greatest value. */
export function bestOf(items, valueOf) {
  let best = -Infinity
  let ties = []
  for (const item of items) {
    const value = valueOf(item)
    if (value > best) ties = []
    if (value >= best) ties.push(item)
    best = Math.max(best, value)
  }
  return ties
}

/** Plays until standard input ends. `decide` gets the seat, the decision, the view, and `pick`, which breaks ties. */
export async function playLines(name, decide) {
  const games = new Map() // by number
  const answer = (message) => console.log(JSON.stringify(message))
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, ask, tell, game, seat, seed, decision, view } = JSON.parse(line)
    if (ask === 'hello') answer({ id, name, wants: ['view'] })
    if (ask === 'decide') answer({ id, choice: decide({ ...games.get(game), decision, view }) })
    if (tell === 'game') {
      const below = randomBelow(seed)
      games.set(game, { seat, memory: {}, pick: (items) => items[below(items.length)] })
    }
    if (tell === 'end') games.delete(game)
  }
}
