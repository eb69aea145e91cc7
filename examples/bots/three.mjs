/** A bot: three in a line on a board of nine cells; in any other game the first answer that is enough. */
import { createInterface } from 'node:readline'

const LINES = 'a1 b1 c1,a2 b2 c2,a3 b3 c3,a1 a2 a3,b1 b2 b3,c1 c2 c3,a1 b2 c3,a3 b2 c1'
const seats = new Map() // by the number of the game: which one we have

/** Win, else keep from losing, else the middle. A mark is called after its seat: "cross-mark". */
function cell(seat, zones, free) {
  const owner = (one) => Object.keys(zones[one].pieces).join().split('-')[0]
  for (const mine of [true, false])
    for (const line of LINES.split(',').map((one) => one.split(' '))) {
      const [open, ...more] = line.filter((one) => free.includes(one))
      const taken = line.filter((one) => !free.includes(one))
      if (open && more.length === 0 && taken.every((one) => (owner(one) === seat) === mine)) return open
    }
  return free.includes('b2') ? 'b2' : free[0]
}

function choice(seat, { kind, min, options, offers }, { zones }) {
  const cheap = options.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))
  const ids = cheap.flatMap(({ id, count }) => Array.from({ length: count }, () => id))
  if (zones.a1 && zones.c3 && !zones.d1) return cell(seat, zones, ids)
  if (kind === 'number') return min
  if (kind === 'many') return ids.slice(0, min)
  return ids[0] ?? (offers.length > 0 ? { offer: offers[0].id } : [])
}

const answer = (message) => console.log(JSON.stringify(message))

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ask, tell, game, seat, decision, view } = JSON.parse(line)
  if (ask === 'hello') answer({ id, name: 'three', wants: ['view'] })
  if (ask === 'decide') answer({ id, choice: choice(seats.get(game), decision, view) })
  if (tell === 'game') seats.set(game, seat)
  if (tell === 'end') seats.delete(game)
}
