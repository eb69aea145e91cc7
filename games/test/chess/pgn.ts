/** Games of chess as PGN: the moves in short algebraic notation, read and written by playing them. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { Choice, Decision, Outcome, State, StepEvent } from '@ludoforge/kernel'
import { TYPES } from './fen.js'

/** A move as the rules ask for it, and what is seen of it. */
interface Played {
  piece: string // "white-knight@g1"
  goal: string
  what?: string // of a promotion: "white-queen"
  captures: boolean
  isCheck: boolean
  before?: State // where the piece was chosen; absent if it was the only one that could move
}

/** A game that is played move by move, with the answers that the rules give themselves. */
class Game {
  readonly moves: Played[] = []
  readonly choices: Choice[] = []
  state: State
  #open: Partial<Played> = {}

  constructor(readonly game: LoadedGame) {
    const { state, events } = game.begin({})
    this.state = state
    this.#read(events, state)
  }

  get decision(): Decision | undefined {
    return this.game.decision(this.state)
  }

  get outcome(): Outcome | undefined {
    return this.game.outcome(this.state)
  }

  answer(choice: Choice): void {
    const { state, events } = this.game.step(this.state, choice)
    const before = this.state
    this.state = state
    this.choices.push(choice)
    this.#read(events, before)
  }

  /** Forced answers are among the events, even those of the next move. */
  #read(events: readonly StepEvent[], before: State): void {
    for (const event of events) {
      if (event.type === 'chose' && event.name === 'piece')
        this.#open = { piece: answerOf(event.choice), ...(event.forced === true ? {} : { before }) }
      else if (event.type === 'chose' && event.name === 'goal') this.#open.goal = answerOf(event.choice)
      else if (event.type === 'chose') this.#open.what = answerOf(event.choice)
      else if (event.type === 'moved' && event.into.startsWith('captured')) this.#open.captures = true
      else if (event.type === 'set' && event.variable === 'plies') {
        const { piece = '', goal = '', captures = false } = this.#open
        this.moves.push({ ...this.#open, piece, goal, captures, isCheck: false })
        this.#open = {}
      } else if (event.type === 'said' && event.text.startsWith('Check')) {
        const last = this.moves.at(-1)
        if (last !== undefined) last.isCheck = true
      }
    }
  }
}

/** Every question of chess has one answer, an id. */
const answerOf = (choice: Choice): string => (typeof choice === 'string' ? choice : '')

const squareOf = (piece: string): string => piece.split('@')[1] ?? ''
const typeOf = (piece: string): string => (piece.split('@')[0] ?? '').split('-')[1] ?? ''
const letterOf = (type: string): string =>
  type === 'pawn' ? '' : (Object.keys(TYPES).find((one) => TYPES[one] === type) ?? '?').toUpperCase()

/** Returns a move in short algebraic notation, without the sign of a mate. */
function sanOf(game: LoadedGame, { piece, goal, what, captures, isCheck, before }: Played): string {
  const [type, origin] = [typeOf(piece), squareOf(piece)]
  const check = isCheck ? '+' : ''
  const step = goal.charCodeAt(0) - origin.charCodeAt(0)
  if (type === 'king' && Math.abs(step) === 2) return (step > 0 ? 'O-O' : 'O-O-O') + check
  const rivals = before === undefined ? [] : rivalsOf(game, before, piece, goal)
  const inFile = rivals.some((square) => square.charAt(0) === origin.charAt(0))
  const inRank = rivals.some((square) => square.charAt(1) === origin.charAt(1))
  const pawn = captures ? origin.charAt(0) : ''
  const one = inFile ? (inRank ? origin : origin.charAt(1)) : origin.charAt(0)
  const from = type === 'pawn' ? pawn : rivals.length === 0 ? '' : one
  const promoted = what === undefined ? '' : `=${letterOf(what.split('-')[1] ?? '')}`
  return `${letterOf(type)}${from}${captures ? 'x' : ''}${goal}${promoted}${check}`
}

/** Returns the squares of other pieces of the same type that can reach the goal. */
function rivalsOf(game: LoadedGame, before: State, piece: string, goal: string): string[] {
  const decision = game.decision(before)
  const others = (decision?.options ?? []).filter(({ id }) => id !== piece && typeOf(id) === typeOf(piece))
  return others
    .map(({ id }) => squareOf(id))
    .filter((square) => game.evaluate(before, `${goal} in goals(${square})`, decision?.seat ?? null) === true)
}

function resultOf({ outcome }: Game): string {
  if (outcome === undefined) return '*'
  if (outcome.kind === 'draw') return '1/2-1/2'
  return outcome.winners.includes('white') ? '1-0' : '0-1'
}

/** Returns the moves of a game from the start as PGN, with their numbers and the result. */
export function pgnOf(game: LoadedGame, choices: readonly Choice[]): string {
  const played = new Game(game)
  for (const choice of choices) played.answer(choice)
  const hasMate = played.outcome !== undefined && played.outcome.kind !== 'draw'
  const words = played.moves.map((move, n) => {
    const san = sanOf(game, move)
    const shown = hasMate && n === played.moves.length - 1 ? `${san.replace('+', '')}#` : san
    return n % 2 === 0 ? `${n / 2 + 1}. ${shown}` : shown
  })
  return [...words, resultOf(played)].join(' ')
}

/** Plays the moves of a PGN. Returns the answers to the rules' questions, and the position they lead to. */
export function readPgn(
  game: LoadedGame,
  pgn: string,
): { readonly choices: Choice[]; readonly state: State } {
  const played = new Game(game)
  movesIn(pgn).forEach((san, n) => {
    if (played.moves.length <= n) makeMove(played, san, n)
  })
  return { choices: played.choices, state: played.state }
}

/** Returns the moves of a PGN, without headers, comments, variations, numbers and the result. */
function movesIn(pgn: string): string[] {
  let text = pgn.replaceAll(/^\[.*\]$/gm, '').replaceAll(/\{[^}]*\}|;.*$|\$\d+/gm, ' ')
  for (let before = ''; before !== text; ) [before, text] = [text, text.replaceAll(/\([^()]*\)/g, ' ')]
  return text
    .replaceAll(/\d+\.+/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word))
}

const SAN = /^([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([QRBN]))?$/

function makeMove(played: Game, san: string, n: number): void {
  const side = n % 2 === 0 ? 'white' : 'black'
  const fail = (why: string): never => {
    throw new Error(`Move ${Math.floor(n / 2) + 1} of ${side}, '${san}', ${why}.`)
  }
  const plain = san.replaceAll(/[+#!?]/g, '')
  const home = side === 'white' ? '1' : '8'
  const castling = { 'O-O': `Kg${home}`, 'O-O-O': `Kc${home}` }[plain]
  const found = SAN.exec(castling ?? plain) ?? fail('is no move in PGN')
  const [, letter = '', file = '', rank = '', goal = '', promoted = ''] = found
  const type = letter === '' ? 'pawn' : TYPES[letter.toLowerCase()]
  if (played.decision?.name === 'piece') {
    const pieces = played.decision.options.filter(({ id }) => {
      const square = squareOf(id)
      const fits = typeOf(id) === type && square.startsWith(file) && square.endsWith(rank)
      return fits && played.game.evaluate(played.state, `${goal} in goals(${square})`, side) === true
    })
    const [piece] = pieces
    if (piece === undefined) return fail('is not legal')
    if (pieces.length > 1) fail('is ambiguous')
    played.answer(piece.id)
  }
  if (played.decision?.name === 'goal' && played.moves.length <= n) played.answer(goal)
  if (played.decision?.name === 'what' && played.moves.length <= n)
    played.answer(`${side}-${TYPES[promoted.toLowerCase()] ?? fail('names no piece')}`)
}
