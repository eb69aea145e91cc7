/** A small complete game to start from: a folder in `templates/` with prose, rules, look, examples and a bot. */
export interface Template {
  readonly name: string
  readonly title: string
  readonly summary: string
}

/** The games that a new game can start from. */
export const TEMPLATES = [
  { name: 'grid', title: 'Huddle', summary: 'Two seats fill a square board. Stones want company.' },
  { name: 'hex', title: 'Pastures', summary: 'Two flocks spread over an island of hexes.' },
  { name: 'map', title: 'Couriers', summary: 'Letters travel between the towns of a drawn map.' },
  { name: 'cards', title: 'Hedgerow', summary: 'Three gardeners collect cards of four kinds.' },
  { name: 'tricks', title: 'Lanterns', summary: 'A game of tricks with trumps, for three or four.' },
  { name: 'euro', title: 'Millbrook', summary: 'Families send workers, gather goods and build.' },
] as const satisfies readonly Template[]
