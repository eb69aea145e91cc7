/** Small signs on spaces and pieces: option numbers, ticks, and what a preview does to a piece. */

/** What happens to a leaving piece. */
export type Fate = 'removed' | 'moved' | 'turned'

interface BadgeProps {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
}

/** The key of an option. */
export function OptionNumber({ x, y, size, text, isPicked }: BadgeProps & { readonly isPicked: boolean }) {
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={isPicked ? 'bd-option bd-picked' : 'bd-option'}
      data-key={text}
      aria-hidden="true"
    >
      <circle r={size * 0.5} strokeWidth={size * 0.08} />
      <text y={size * 0.23} fontSize={size * 0.64}>
        {text.toUpperCase()}
      </text>
    </g>
  )
}

/** A tick, or the number of picks. */
export function CheckBadge({ x, y, size, text }: BadgeProps) {
  return (
    <g transform={`translate(${x} ${y})`} className="bd-tick" aria-hidden="true">
      <circle r={size * 0.5} strokeWidth={size * 0.06} />
      <text y={size * 0.26} fontSize={size * 0.72}>
        {text}
      </text>
    </g>
  )
}

interface LeavingProps {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fate: Fate
  /** The number that leaves, for a group. 0 for a single piece. */
  readonly count: number
}

/** Crosses out a piece that a preview removes, and marks one that moves or turns over. */
export function LeavingSign({ x, y, size, fate, count }: LeavingProps) {
  const d = size * 0.34
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={`bd-fate bd-${fate}`}
      data-fate={fate}
      aria-hidden="true"
    >
      {fate === 'removed' ? (
        <Strokes d={`M${-d} ${-d}L${d} ${d}M${d} ${-d}L${-d} ${d}`} width={size * 0.14} />
      ) : null}
      {fate === 'turned' ? (
        <Strokes
          d={`M${d} ${-d * 0.2}A${d} ${d} 0 1 0 ${d * 0.6} ${d * 0.8}M${d * 1.35} ${-d * 0.75}L${d} ${-d * 0.1}L${d * 0.3} ${-d * 0.6}`}
          width={size * 0.11}
        />
      ) : null}
      {fate === 'moved' ? (
        <Strokes
          d={`M${-d} 0H${d}M${d * 0.2} ${-d * 0.7}L${d} 0L${d * 0.2} ${d * 0.7}`}
          width={size * 0.12}
        />
      ) : null}
      {count > 0 ? (
        <text
          className="bd-fate-count"
          x={size * 0.52}
          y={-size * 0.3}
          fontSize={size * 0.56}
          strokeWidth={size * 0.12}
        >
          {`−${count}`}
        </text>
      ) : null}
    </g>
  )
}

/** A line with a light edge, legible on any colour. */
function Strokes({ d, width }: { readonly d: string; readonly width: number }) {
  return (
    <>
      <path className="bd-fate-edge" d={d} strokeWidth={width * 1.9} />
      <path className="bd-fate-line" d={d} strokeWidth={width} />
    </>
  )
}
