/** The fixed words of the log, by language. Names come from the game; these are the words between them. */
import { english, type QuestionWords } from '@ludoforge/play'
import { imperative } from './imperative.js'

/** Where counted things are: `2 in Hill`. */
interface Counted {
  readonly count: number
  readonly where: string
}

/** The phrases of one language. Arguments are names, already with their numbers. */
export interface Phrases {
  /** `a, b and c`. */
  list(items: readonly string[], how?: 'and' | 'or'): string
  plural(noun: string): string
  /** The title of an action as a verb: `Rallies`. */
  thirdPerson(title: string): string
  chooses(seats: readonly string[], what: string): string
  /** An option in the imperative: `Left raises to 40`. Undefined if it has another form. */
  does(seats: readonly string[], option: string): string | undefined
  /** Of an answer that the reader may not know. */
  choosesSecretly(seats: readonly string[]): string
  inserts(seat: string, what: string): string
  onlyChoice(seat: string, what: string): string
  begins(seat: string, what: string): string
  insertsAction(seat: string, what: string): string
  readonly free: string
  readonly nothing: string
  readonly none: string
  readonly yes: string
  readonly no: string
  not(what: string): string
  in(what: string, zone: string): string
  each(what: string): string
  placed(what: string, zones: string): string
  placedIn(what: string, places: readonly Counted[]): string
  removed(what: string, zones: string): string
  removedFrom(what: string, places: readonly Counted[]): string
  moved(what: string, from: string, to: string): string
  movedFrom(what: string, places: readonly Counted[], to: string): string
  movedTo(what: string, from: string, places: readonly Counted[]): string
  /** Cards from a face-down pile to a seat or a zone. */
  dealtTo(what: string, to: string): string
  /** Cards from one hand to another. */
  passed(what: string, from: string, to: string): string
  /** Cards into a zone of a seat whose name tells what it does with them: `Ace played by Left`. Undefined if it doesn't. */
  doneBy(what: string, zone: string, seat: string): string | undefined
  /** Cards back to the pile that they come from. */
  returned(what: string, from: string, to: string): string
  replaced(gone: string, come: string, isOne: boolean, zones: string): string
  becomes(what: string, isOne: boolean, value: string): string
  becomesIn(what: string, value: string, places: readonly Counted[]): string
  turned(what: string, isOne: boolean): string
  turnedIn(what: string, places: readonly Counted[]): string
  changed(from: string, to: string): string
  rolled(die: string, values: string, min: number, max: number): string
  shuffled(zone: string): string
  shown(zone: string, what: string): string
  dealt(what: string, isOne: boolean): string
  movedInto(what: string, isOne: boolean, zone: string): string
  /** Hidden tokens. */
  hidden(what: 'card' | 'piece', count: number): string
  /** `in 3 spaces`. */
  spaces(count: number): string
  movedPieces(what: string): string
  now(what: string): string
  wins(seats: readonly string[]): string
  /** Of all seats of a team. */
  winsAs(seats: readonly string[], team: string): string
  /** A card from a hand to the table. */
  plays(seat: string, what: string): string
  /** `what` is empty if the space tells which piece it is. */
  movesPiece(seat: string, what: string, from: string, into: string): string
  readonly draw: string
  readonly allWin: string
  readonly allLose: string
  /** The result of an answer in short, next to an option. */
  readonly outcome: {
    places(what: string): string
    removes(what: string): string
    /** `zone` is empty if there are several. */
    moves(what: string, zone: string): string
    /** Where the chosen card goes. */
    goesTo(zone: string): string
    /** `+6 Gold`. */
    gains(by: number, what: string): string
    /** A state of a space: `to High Tide`. Of another space than the option's, with its name. */
    to(value: string, zone: string): string
    /** The result if the next questions are answered in the likely way. */
    example(what: string): string
    /** The question that follows. */
    then(question: string): string
    nextTurn(seat: string): string
    readonly over: string
    readonly chance: string
    /** The same question is asked again, and the board is the same. */
    readonly nothing: string
  }
  /** Sentences of a preview about what follows. */
  next(question: string): string
  forExample(sentences: readonly string[]): string
  margin(title: string, from: string, to: string): string
  /** The text of a button that answers. */
  readonly confirm: {
    /** With the verb, preposition and noun of the question: `Move 3 cubes`, `March from Hill`. */
    answer(parts: readonly string[]): string
    choose(what: string): string
    spaces(count: number): string
    /** An option that a list names several times: `Hill twice`. */
    times(what: string, count: number): string
    /** Answers a repeated question once, and ends it: `March to Hill and no more`. */
    noMore(text: string): string
    /** Answers only the first round of a list: `Just Hill for now`. */
    forNow(what: string): string
    /** Answers all rounds: `Place Cubes in all of them`, or `each time` if the rounds aren't about spaces. */
    throughout(text: string, isAboutSpaces: boolean): string
    readonly continue: string
    readonly done: string
    readonly none: string
  }
  /** The rest of a list was dropped, because this item isn't legal when its round comes. */
  dropped(what: string): string
  /** The words of a question that its answer repeats. */
  questionWords(prompt: string): QuestionWords
  moreChanges(count: number): string
  readonly ending: Readonly<
    Record<'chance' | 'hidden' | 'question', { readonly alone: string; readonly after: string }>
  > & { readonly over: string }
  readonly notes: {
    asksToUndo(who: string): string
    agrees(who: string, yes: boolean): string
    readonly rulesChanged: string
    undid(who: string, after: readonly string[]): string
    readonly disclosed: string
    rematch(who: string): string
    readonly barriers: Readonly<Record<'rolled' | 'revealed' | 'answered' | 'ended', string>>
  }
}

const list: Phrases['list'] = (items, how) => english.list(items, how)
const plural: Phrases['plural'] = (noun) => english.plural(noun)

const places = (preposition: string, all: readonly Counted[]): string =>
  all.map(({ count, where }) => `${count} ${preposition} ${where}`).join(', ')
const areIs = (isOne: boolean): string => (isOne ? 'is' : 'are')

/** One word that tells what was done: `Played`, `Shown`. */
const PARTICIPLE = /^(?:[A-Z][a-z]+ed|Shown|Won|Taken|Drawn|Thrown|Given|Kept|Laid|Spent|Hidden|Bought|Sold)$/

const ENGLISH: Phrases = {
  list,
  plural,
  thirdPerson: (title) => english.thirdPerson(title),
  chooses: (seats, what) => `${list(seats)} ${seats.length > 1 ? 'choose' : 'chooses'} ${what}`,
  does: (seats, option) => {
    const { verb, rest } = imperative(option) ?? {}
    if (verb === undefined) return undefined
    return `${list(seats)} ${seats.length > 1 ? verb : english.thirdPerson(verb)}${rest}`
  },
  choosesSecretly: (seats) => `${list(seats)} ${seats.length > 1 ? 'choose' : 'chooses'} secretly`,
  inserts: (seat, what) => `${seat} inserts ${what}`,
  onlyChoice: (seat, what) => `${seat}: ${what} (the only choice)`,
  begins: (seat, what) => `${seat} begins ${what}`,
  insertsAction: (seat, what) => `${seat} inserts ${what}`,
  free: 'free',
  nothing: 'nothing',
  none: 'none',
  yes: 'yes',
  no: 'no',
  not: (what) => `not ${what}`,
  in: (what, zone) => `${what} in ${zone}`,
  each: (what) => `${what} each`,
  placed: (what, zones) => `${what} placed in ${zones}`,
  placedIn: (what, all) => `${what} placed: ${places('in', all)}`,
  removed: (what, zones) => `${what} removed from ${zones}`,
  removedFrom: (what, all) => `${what} removed: ${places('from', all)}`,
  moved: (what, from, to) => `${what} moved from ${from} to ${to}`,
  movedFrom: (what, all, to) => `${what} moved to ${to}: ${places('from', all)}`,
  movedTo: (what, from, all) => `${what} moved from ${from}: ${places('to', all)}`,
  dealtTo: (what, to) => `${what} dealt to ${to}`,
  passed: (what, from, to) => `${what} passed from ${from} to ${to}`,
  doneBy: (what, zone, seat) =>
    PARTICIPLE.test(zone) ? `${what} ${zone.toLowerCase()} by ${seat}` : undefined,
  returned: (what, from, to) => `${what} returned from ${from} to ${to}`,
  replaced: (gone, come, isOne, zones) => `${come} ${isOne ? 'replaces' : 'replace'} ${gone} in ${zones}`,
  becomes: (what, isOne, value) => `${what} ${isOne ? 'becomes' : 'become'} ${value}`,
  becomesIn: (what, value, all) => `${what} become ${value}: ${places('in', all)}`,
  turned: (what, isOne) => `${what} ${areIs(isOne)} turned over`,
  turnedIn: (what, all) => `${what} are turned over: ${places('in', all)}`,
  changed: (from, to) => `${from} → ${to}`,
  rolled: (die, values, min, max) => `${die}: rolled ${values} (${min}-${max})`,
  shuffled: (zone) => `${zone} is shuffled`,
  shown: (zone, what) => `shown from ${zone}: ${what}`,
  dealt: (what, isOne) => `${what} ${areIs(isOne)} dealt`,
  movedInto: (what, isOne, zone) => `${what} ${areIs(isOne)} moved to ${zone}`,
  hidden: (what, count) => (count === 1 ? `a ${what}` : `${count} ${plural(what)}`),
  spaces: (count) => `in ${count} ${count === 1 ? 'space' : 'spaces'}`,
  movedPieces: (what) => `${what} moved`,
  now: (what) => `Now ${what}`,
  plays: (seat, what) => `${seat} plays ${what}`,
  movesPiece: (seat, what, from, into) =>
    `${seat} moves ${what === '' ? '' : `${what} `}from ${from} to ${into}`,
  wins: (seats) => `${list(seats)} ${seats.length > 1 ? 'win' : 'wins'}`,
  winsAs: (seats, team) => `${list(seats)} win as ${team}`,
  draw: 'A draw',
  allWin: 'Everybody wins',
  allLose: 'Everybody loses',
  outcome: {
    places: (what) => `places ${what}`,
    removes: (what) => `removes ${what}`,
    moves: (what, zone) => (zone === '' ? `moves ${what}` : `moves ${what} to ${zone}`),
    goesTo: (zone) => `to ${zone}`,
    gains: (by, what) => `${by < 0 ? '−' : '+'}${Math.abs(by)} ${what}`,
    to: (value, zone) => (zone === '' ? `to ${value}` : `${zone} to ${value}`),
    example: (what) => `e.g. ${what}`,
    then: (question) => `then: ${question}`,
    nextTurn: (seat) => `then ${seat} decides`,
    over: 'ends the game',
    chance: 'chance decides',
    nothing: 'nothing changes',
  },
  next: (question) => `Next: ${question}`,
  forExample: (sentences) => `For example: ${sentences.join(' ')}`,
  margin: (title, from, to) => `${title.toLowerCase()} ${from} → ${to}`,
  confirm: {
    answer: (parts) => {
      const text = parts.filter((part) => part !== '').join(' ')
      return text.charAt(0).toUpperCase() + text.slice(1)
    },
    choose: (what) => `Choose ${what}`,
    spaces: (count) => `${count} spaces`,
    times: (what, count) => (count === 1 ? what : `${what} ${count === 2 ? 'twice' : `${count} times`}`),
    noMore: (text) => `${text} and no more`,
    forNow: (what) => `Just ${what} for now`,
    throughout: (text, isAboutSpaces) => `${text} ${isAboutSpaces ? 'in all of them' : 'each time'}`,
    continue: 'Continue',
    done: 'Done',
    none: 'None',
  },
  dropped: (what) => `${what} is no longer possible, so the rest of your list was dropped.`,
  questionWords: (prompt) => english.questionWords(prompt),
  moreChanges: (count) => `And ${count} more ${count === 1 ? 'change' : 'changes'}.`,
  ending: {
    chance: { alone: 'Chance decides what happens.', after: 'Then chance decides.' },
    hidden: {
      alone: 'The result depends on hidden information.',
      after: 'The rest depends on hidden information.',
    },
    question: { alone: 'Nothing changes yet. There’s another choice first.', after: '' },
    over: 'Then the game ends.',
  },
  notes: {
    asksToUndo: (who) => `${who} asks to undo decisions.`,
    agrees: (who, yes) => `${who} ${yes ? 'agrees' : 'does not agree'}.`,
    rulesChanged: 'The table continues under changed rules.',
    undid: (who, after) =>
      `${who} undid the decisions from here on${after.length === 0 ? '' : `, after ${list(after)}`}.`,
    disclosed: 'The save with the seed was handed out, so this game can’t continue.',
    rematch: (who) => `${who} started a rematch.`,
    barriers: {
      rolled: 'something was rolled or shuffled',
      revealed: 'something hidden was revealed',
      answered: 'others had answered',
      ended: 'the game had ended',
    },
  },
}

const PHRASES: Readonly<Record<string, Phrases>> = { en: ENGLISH }

/** Returns the phrases of a language by its code. Other languages fall back to English. */
export const phrasesOf = (code = 'en'): Phrases => PHRASES[code] ?? ENGLISH
