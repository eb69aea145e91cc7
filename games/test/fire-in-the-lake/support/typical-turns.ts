/** Ten typical turns of people, by what they want. */
import { gameWith, goOn } from './boards.js'
import { fulfil, type Manner, type Plan, type Turn } from './wishes.js'

/** A turn that somebody wants to take, and what is true afterwards. */
export interface TypicalTurn extends Plan {
  readonly title: string
  readonly board: string // changes of the short scenario's set-up
  readonly facts: readonly string[] // afterwards
  readonly runs?: string
}

const turn = (operation: string, activity = operation): readonly { want: string }[] => [
  { want: 'operation-and-activity' },
  { want: operation },
  { want: activity },
]

/** The ten turns of which answers and clicks are counted. */
export const TURNS: readonly TypicalTurn[] = [
  {
    title: 'US Train in 3 spaces, Advise and Pacify',
    seat: 'US',
    activity: 'advise',
    board: 'set support of saigon to neutral',
    wishes: [
      ...turn('train-us'),
      { in: 'train-us', at: 'space', want: ['saigon', 'can-tho', 'da-nang'] },
      { of: 'da-nang', want: 'irregulars' },
      { of: 'saigon', want: 'police' },
      { of: 'can-tho', want: 'cubes' },
      { of: 'saigon', at: 'troops-placed', want: 0 },
      { of: 'saigon', at: 'police-placed', want: 6 },
      { of: 'can-tho', at: 'troops-placed', want: 4 },
      { of: 'can-tho', at: 'police-placed', want: 2 },
      { of: 'da-nang', at: 'amount', want: 2 },
      { of: 'can-tho', at: 'placed', want: ['4 arvn-troops@available:ARVN', '2 arvn-police@available:ARVN'] },
      { want: 'pacify' },
      { at: 'pacified', want: ['saigon'] },
      { want: 'pay' },
      { at: 'payment', want: ['pay', 'pay'] },
      { in: 'advise', at: 'space', want: ['binh-dinh', 'pleiku-darlac'] },
      { in: 'advise', want: 'strike' },
      { in: 'advise', want: 'aid' },
    ],
    facts: [
      'count(police in saigon) = 8',
      'count(ARVN troops in can-tho) = 8 and count(police in can-tho) = 4',
      'count(irregulars in da-nang) = 2',
      'saigon is active-support',
      'no(VC guerrillas in [binh-dinh, pleiku-darlac])',
      'aid = 21',
    ],
  },
  {
    title: 'US Assault in 3 spaces and Air Lift of two groups',
    seat: 'US',
    activity: 'air-lift',
    board: `place 1 NVA guerrillas in binh-dinh
    place 1 NVA guerrillas in pleiku-darlac
    place 1 NVA guerrillas in binh-tuy-binh-thuan
    flip guerrillas in [binh-dinh, pleiku-darlac, binh-tuy-binh-thuan] to active`,
    wishes: [
      ...turn('assault-us'),
      { in: 'assault-us', at: 'space', want: ['binh-dinh', 'pleiku-darlac', 'binh-tuy-binh-thuan'] },
      { at: 'target', want: 'insurgent pieces' },
      {
        in: 'assault-us',
        at: 'found',
        want: ['2 vc-guerrillas+active@pleiku-darlac', '2 vc-guerrillas+active@binh-tuy-binh-thuan'],
      },
      { in: 'air-lift', at: 'places', want: ['saigon', 'quang-tin-quang-ngai', 'can-tho', 'kontum'] },
      { in: 'air-lift', at: 'goal', want: ['quang-tin-quang-ngai', 'kontum'] },
      { in: 'air-lift', of: 'quang-tin-quang-ngai', want: ['2 us-troops@saigon', '1 arvn-rangers@saigon'] },
      { in: 'air-lift', of: 'kontum', want: ['2 us-troops@can-tho', '2 arvn-troops@can-tho'] },
    ],
    facts: [
      'no(guerrillas in binh-dinh) and no(VC bases in binh-dinh)',
      'count(guerrillas in [pleiku-darlac, binh-tuy-binh-thuan]) = 2',
      'count(US troops in quang-tin-quang-ngai) = 4 and count(rangers in quang-tin-quang-ngai) = 1',
      'count(US troops in kontum) = 5 and count(ARVN troops in kontum) = 2',
    ],
  },
  {
    title: 'US Sweep in 3 spaces and Air Strike',
    seat: 'US',
    activity: 'air-strike',
    board: 'place 1 NVA guerrillas in binh-dinh',
    wishes: [
      ...turn('sweep-us'),
      { in: 'sweep-us', at: 'space', want: ['binh-dinh', 'pleiku-darlac', 'binh-tuy-binh-thuan'] },
      { of: 'pleiku-darlac', at: 'movers', want: ['2 us-troops@kontum'] },
      { at: 'searched', want: ['pleiku-darlac', 'binh-tuy-binh-thuan'] },
      { at: 'enemy', want: 'NVA Guerrillas and VC Guerrillas' },
      { in: 'air-strike', at: 'space', want: ['binh-dinh', 'pleiku-darlac', 'binh-tuy-binh-thuan'] },
      { in: 'air-strike', of: 'binh-dinh', want: ['2 vc-guerrillas+active@binh-dinh'] },
      { in: 'air-strike', of: 'pleiku-darlac', want: ['2 vc-guerrillas+active@pleiku-darlac'] },
      { in: 'air-strike', of: 'binh-tuy-binh-thuan', want: ['1 vc-guerrillas+active@binh-tuy-binh-thuan'] },
      { want: 'degrade' },
    ],
    facts: [
      'no(VC guerrillas in [binh-dinh, pleiku-darlac])',
      'count(VC guerrillas in binh-tuy-binh-thuan) = 1',
      'trail = 1',
      'count(US troops in pleiku-darlac) = 3',
    ],
  },
  {
    title: 'ARVN Patrol and Govern',
    seat: 'ARVN',
    activity: 'govern',
    board: `place 2 VC guerrillas in loc-saigon-can-tho
    place 1 NVA guerrillas in loc-saigon-can-tho`,
    wishes: [
      ...turn('patrol-arvn'),
      { in: 'patrol-arvn', at: 'space', want: ['loc-saigon-can-tho', 'loc-saigon-cam-ranh', 'qui-nhon'] },
      { of: 'loc-saigon-can-tho', at: 'movers', want: ['2 arvn-troops@can-tho', '2 arvn-police@saigon'] },
      { of: 'loc-saigon-cam-ranh', at: 'movers', want: ['2 arvn-troops@saigon'] },
      { of: 'qui-nhon', at: 'movers', want: ['1 arvn-troops@saigon'] },
      { at: 'enemy', want: 'NVA Guerrillas and VC Guerrillas' },
      { at: 'assaulted', want: ['loc-saigon-can-tho'] },
      { at: 'target', want: 'insurgent pieces' },
      { at: 'found', want: ['2 vc-guerrillas+active@loc-saigon-can-tho'] },
      { in: 'govern', at: 'space', want: ['can-tho', 'cam-ranh'] },
      { in: 'govern', want: 'patronage' },
    ],
    facts: [
      'no(VC guerrillas in loc-saigon-can-tho)',
      'patronage = 22',
      'count(ARVN troops in qui-nhon) = 1',
    ],
  },
  {
    title: 'ARVN Sweep in 3 spaces and Raid',
    seat: 'ARVN',
    activity: 'raid',
    board: 'place 1 NVA guerrillas in kien-phong',
    wishes: [
      ...turn('sweep-arvn'),
      { in: 'sweep-arvn', at: 'space', want: ['quang-tri-thua-thien', 'binh-dinh', 'kien-phong'] },
      { of: 'kien-phong', at: 'movers', want: ['3 arvn-troops@can-tho'] },
      { at: 'searched', want: ['binh-dinh', 'kien-phong'] },
      { at: 'enemy', want: 'NVA Guerrillas and VC Guerrillas' },
      { in: 'raid', at: 'space', want: ['kien-phong', 'quang-tin-quang-ngai'] },
      {
        in: 'raid',
        of: 'kien-phong',
        at: 'movers',
        want: ['1 arvn-rangers@can-tho', '1 arvn-rangers+underground@can-tho'],
      },
      { in: 'raid', want: 'strike' },
      { in: 'raid', at: 'fallen', want: ['2 vc-guerrillas@kien-phong', '2 vc-guerrillas+active@kien-phong'] },
    ],
    facts: ['no(VC guerrillas in kien-phong)', 'count(ARVN troops in kien-phong) = 3'],
  },
  {
    title: 'NVA Rally in 4 spaces and Infiltrate',
    seat: 'NVA',
    activity: 'infiltrate',
    board: 'remove 2 NVA guerrillas in quang-tri-thua-thien',
    wishes: [
      ...turn('rally-nva'),
      {
        in: 'rally-nva',
        at: 'space',
        want: ['southern-laos', 'central-laos', 'the-fishhook', 'quang-nam'],
      },
      { in: 'rally-nva', of: 'southern-laos', want: 'many' },
      { in: 'rally-nva', at: 'amount', of: 'southern-laos', want: 4 },
      { in: 'rally-nva', want: 'guerrilla' },
      { want: 'improve' },
      { in: 'infiltrate', at: 'space', want: ['southern-laos', 'the-fishhook'] },
      { want: 'build-up' },
      { in: 'infiltrate', at: 'amount', of: 'southern-laos', want: 5 },
      { in: 'infiltrate', at: 'amount', of: 'the-fishhook', want: 4 },
      { in: 'infiltrate', at: 'turned', of: 'southern-laos', want: ['3 nva-guerrillas@southern-laos'] },
    ],
    facts: [
      'count(NVA guerrillas in southern-laos) = 2 and count(NVA troops in southern-laos) = 14',
      'count(NVA guerrillas in central-laos) = 3 and count(NVA guerrillas in quang-nam) = 1',
      'count(NVA troops in the-fishhook) = 4',
      'trail = 3',
    ],
  },
  {
    title: 'NVA March of three groups and Bombard',
    seat: 'NVA',
    activity: 'bombard',
    board: `place 3 NVA troops in quang-tri-thua-thien
    place 1 US troops in quang-tri-thua-thien
    place 3 NVA troops in pleiku-darlac
    place 1 ARVN troops in pleiku-darlac`,
    wishes: [
      ...turn('march-nva'),
      { in: 'march-nva', at: 'space', want: ['central-laos', 'tay-ninh', 'quang-duc-long-khanh'] },
      { of: 'central-laos', at: 'movers', want: ['4 nva-troops@north-vietnam'] },
      { of: 'tay-ninh', at: 'movers', want: ['2 nva-guerrillas@the-parrots-beak'] },
      { of: 'quang-duc-long-khanh', at: 'movers', want: ['1 nva-guerrillas@the-fishhook'] },
      { in: 'bombard', at: 'piece', want: ['us-troops@quang-tri-thua-thien', 'us-troops@pleiku-darlac'] },
    ],
    facts: [
      'count(NVA troops in central-laos) = 4 and count(NVA guerrillas in tay-ninh) = 3',
      'count(NVA guerrillas in quang-duc-long-khanh) = 2',
      'count(US troops in casualties) = 2',
    ],
  },
  {
    title: 'VC Rally in 4 spaces and Tax',
    seat: 'VC',
    activity: 'tax',
    board: '',
    wishes: [
      ...turn('rally-vc'),
      {
        in: 'rally-vc',
        at: 'space',
        want: ['tay-ninh', 'quang-duc-long-khanh', 'kien-phong', 'kien-giang-an-xuyen'],
      },
      { of: 'kien-phong', want: 'guerrilla' },
      { of: 'kien-giang-an-xuyen', want: 'base' },
      { in: 'rally-vc', want: 'many' },
      { in: 'rally-vc', at: 'amount', of: 'tay-ninh', want: 3 },
      { in: 'rally-vc', at: 'amount', of: 'quang-duc-long-khanh', want: 2 },
      { in: 'tax', at: 'space', want: ['kien-phong', 'tay-ninh', 'quang-duc-long-khanh'] },
    ],
    facts: [
      'count(VC guerrillas in tay-ninh) = 5 and count(VC guerrillas in quang-duc-long-khanh) = 4',
      'count(VC guerrillas in kien-phong) = 3 and count(VC bases in kien-giang-an-xuyen) = 1',
      'count(active VC guerrillas in map) = 3',
    ],
  },
  {
    title: 'VC Terror in 3 spaces and Subvert',
    seat: 'VC',
    activity: 'subvert',
    board: `place 2 police in binh-tuy-binh-thuan
    place 1 ARVN troops in binh-tuy-binh-thuan`,
    wishes: [
      ...turn('terror-vc'),
      { in: 'terror-vc', at: 'space', want: ['binh-dinh', 'binh-tuy-binh-thuan', 'pleiku-darlac'] },
      { in: 'subvert', at: 'space', want: ['binh-dinh', 'binh-tuy-binh-thuan'] },
      { in: 'subvert', want: 'remove' },
      { in: 'subvert', at: 'losses', of: 'binh-dinh', want: ['2 arvn-troops@binh-dinh'] },
      { in: 'subvert', at: 'losses', of: 'binh-tuy-binh-thuan', want: ['2 arvn-police@binh-tuy-binh-thuan'] },
    ],
    facts: ['count(map where it.terror > 0) = 3', 'patronage = 16', 'no(ARVN troops in binh-dinh)'],
  },
  {
    title: 'a Coup Round as US',
    seat: 'US',
    board: 'set resources of ARVN to 45\n    set aid to 40',
    runs: 'do coup-round',
    wishes: [
      {
        in: 'pacification',
        want: ['quang-tin-quang-ngai', 'quang-tin-quang-ngai', 'binh-dinh', 'binh-tuy-binh-thuan'],
      },
      { at: 'destination', want: ['binh-dinh', 'quang-tin-quang-ngai', 'available:US'] },
      { at: 'movers', of: 'binh-dinh', want: ['4 us-troops@available:US'] },
      { at: 'movers', of: 'quang-tin-quang-ngai', want: ['2 us-troops@available:US'] },
      { at: 'movers', of: 'available:US', want: ['2 us-troops@da-nang'] },
    ],
    facts: [
      'quang-tin-quang-ngai is active-support',
      'count(US troops in binh-dinh) = 8',
      'count(US troops in da-nang) = 1',
    ],
  },
]

const game = gameWith(
  Object.fromEntries(
    TURNS.map(({ seat, board, runs }, i) => [
      `turn-${i + 1}`,
      runs === undefined
        ? `${board}\n    set first-did to nobody-yet\n    set turn of ${seat} to waiting\n    as ${seat}\n      do take-turn`
        : `${board}\n    ${runs}`,
    ]),
  ),
)

/** Plays a turn. Returns it with the facts that don't hold afterwards. */
export function playTurn(i: number, manner: Manner): Turn & { readonly wrong: readonly string[] } {
  const plan = TURNS[i]
  if (plan === undefined) throw new Error(`There is no turn ${i + 1}.`)
  const before = game.start({ scenario: 'short', seed: 2 })
  const start = goOn(game, before, `turn-${i + 1}`)
  const played = fulfil(game, start, game.decision(before)?.prompt, plan, manner)
  return { ...played, wrong: plan.facts.filter((fact) => game.evaluate(played.state, fact) !== true) }
}
