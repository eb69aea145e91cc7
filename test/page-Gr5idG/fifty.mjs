// fifty.mjs
import { loadGame } from '@ludoforge/compiler'
import { playGame } from '@ludoforge/sim'
import corners from './corners.mjs'

const game = await loadGame('games/reversi')
let won = 0
let taken = 0
for (let seed = 0; seed < 50; seed += 1) {
  const onDecision = (state, seat, choice) => {
    if (seat === 'black' && /^[ah][18]$/.test(choice)) taken += 1
  }
  const { outcome } = playGame({ game, agents: [corners({ seed }), 'random'], seed, onDecision })
  if (outcome.winners.includes('black')) won += 1
}
console.log(`${won} of 50 games won, ${taken} corners taken`)
