import { writeFileSync } from 'node:fs'
import { callEndpoint, remoteTable } from '@ludoforge/client'
import { Refusal } from '@ludoforge/table'
import { WebSocket } from 'ws'
import { type GameDef, printable } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import type { Scene } from '@ludoforge/look'
import { type Look, PLAIN_LOOK } from '@ludoforge/look/node'
import { Labels } from '../terminal/board/index.js'
import { findGame, knownGames, lookOf } from '../games.js'
import { PlayLoop } from '../terminal/play/loop.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

export interface JoinOptions {
  readonly name?: string
  readonly seat?: string
}

interface TableLink {
  readonly url: string // of the server
  readonly table: string
  readonly key: string | undefined
}

/** Plays at a table of a server: with an invitation, with the key of a seat, or as a spectator. */
export async function join(link: string, options: JoinOptions, terminal: Terminal): Promise<number> {
  try {
    const place = await openLink(link, options, terminal)
    const table = await remoteTable({ ...place, WebSocket: WebSocket })
    const def = await table.rules()
    const { you, about } = table
    const scene = await callEndpoint(place.url, 'scene', { path: about.game })
    const labels = new Labels(def, withValuesOf(scene, installedLook(def)), terminal.paint)
    const seats = you.seats.map((seat) => labels.seat(seat)).join(', ')
    const name = terminal.paint.bold(printable(about.name))
    terminal.out(`${name} · ${seats === '' ? 'you watch' : `you play ${seats}`}`)
    if (about.uploaded)
      terminal.out(
        'This table comes from a save. The person who opened it may know everything that is hidden.',
      )
    const loop = new PlayLoop({
      table,
      labels,
      terminal,
      book: () => callEndpoint(place.url, 'book', { path: about.game }),
      save: (file) => download(place, file),
      isShared: false,
      isTalking: true,
      seen: you.person === null ? table.number : you.seen,
    })
    const silence = terminal.onInterrupt(() => loop.interrupt())
    try {
      const ending = await loop.run()
      if (ending === 'left' && place.key !== undefined)
        terminal.out(`Come back with: ${terminal.command} join '${seatLink(place)}'`)
      if (loop.badInput !== undefined) throw new Failure(loop.badInput)
      return EXIT.ok
    } finally {
      silence()
      table.close()
      terminal.input.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw new Failure(error.message)
    if (error instanceof TypeError && error.cause instanceof Error)
      throw new Failure(
        `Can't connect to ${link}: ${error.cause.message}. Check the address and that the server is running.`,
      )
    throw error
  }
}

/** `…/#/join/TABLE/INVITATION` takes a seat, `…/#/table/TABLE/KEY` has one, `…/#/table/TABLE` watches. */
async function openLink(link: string, { name, seat }: JoinOptions, terminal: Terminal): Promise<TableLink> {
  const address = URL.canParse(link) ? new URL(link) : undefined
  const [, how, table, secret] = /^#\/(join|table)\/([\w-]+)(?:\/([\w-]+))?$/.exec(address?.hash ?? '') ?? []
  if (address === undefined || table === undefined || (how === 'join' && secret === undefined))
    throw new UsageError(
      `"${link}" isn't a link to a table. A link looks like 'http://host/#/join/TABLE/INVITATION'.`,
    )
  const url = (address.origin + address.pathname).replace(/\/$/, '')
  if (how === 'table') return { url, table, key: secret }
  const you = name ?? (await terminal.input.line('Your name > '))?.trim() ?? ''
  if (you === '') throw new UsageError('Enter your name: --name NAME')
  const body = { invitation: secret, you, ...(seat === undefined ? {} : { seat }) }
  const { key } = await callEndpoint(url, 'join', { path: { id: table }, body })
  const place = { url, table, key }
  terminal.out(`Come back later with: ${terminal.command} join '${seatLink(place)}'`)
  return place
}

function seatLink({ url, table, key = '' }: TableLink): string {
  return `${url}/#/table/${table}/${key}`
}

/** Downloads the save file. The server refuses until the game is over. */
async function download({ url, table, key }: TableLink, file: string): Promise<string> {
  const text: unknown = await callEndpoint(url, 'save', { path: { id: table }, key })
  writeFileSync(file, String(text), { flag: 'wx' })
  return `Saved in ${file}.`
}

/** The look of the game, if it is installed on this machine as well. */
function installedLook(def: GameDef): Look {
  if (!knownGames().includes(def.id)) return PLAIN_LOOK
  // The server computes values by the table's own rules, so expressions are never evaluated here.
  const placeholder = (): Expression => ({ expr: 0, type: 'number' })
  return lookOf(findGame(def.id), { def, blocks: [], expression: placeholder }, 'words').look
}

/** Drops the look's values if they differ from the scene's: the server only sends those of the scene. */
function withValuesOf({ values, seatValues, spaceValues }: Scene, look: Look): Look {
  const begins = (sent: Scene['values'], wanted: Scene['values']): boolean =>
    wanted.every(({ expression }, i) => sent[i]?.expression === expression)
  const isSame =
    begins(values, look.values) &&
    begins(seatValues, look.seatValues) &&
    begins(spaceValues, look.spaceValues)
  if (isSame) return look
  const marks = look.marks.filter(({ of }) => !('value' in of))
  return { ...look, values: [], seatValues: [], spaceValues: [], marks }
}
