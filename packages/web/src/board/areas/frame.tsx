import type { Box } from '@ludoforge/look'
import { truncateText } from '../layout/boxes.js'
import { textAttributes, shapeAttributes, useLook } from '../look.js'
import type { Glowing } from '../types.js'

interface FrameProps {
  area: { box: Box; title?: string; style?: string }
  title?: string
}

/** A box with a title in its corner. */
export function Frame({ area, title, untitled = false }: FrameProps & { untitled?: boolean }) {
  const { scene, palette, unit } = useLook()
  const [x, y, w, h] = area.box
  const style = area.style === undefined ? undefined : scene.styles[area.style]
  return (
    <>
      <rect
        className="bd-frame"
        x={x}
        y={y}
        width={w}
        height={h}
        rx={unit * 0.5}
        {...shapeAttributes(palette, style)}
      />
      {untitled ? null : <FrameTitle area={area} {...(title === undefined ? {} : { title })} />}
    </>
  )
}

/** The title alone. A box that is a button has its full title as label, and this one may be truncated. */
export function FrameTitle({ area, title }: FrameProps) {
  const { scene, palette, unit } = useLook()
  const [x, y, w] = area.box
  const text = title ?? area.title
  const style = area.style === undefined ? undefined : scene.styles[area.style]
  if (text === undefined) return null
  return (
    <text
      className="bd-title"
      aria-hidden="true"
      {...textAttributes(
        palette,
        style?.fill === undefined ? undefined : { fill: palette.on(style.fill) },
        unit,
      )}
      x={x + unit * 0.5}
      y={y + unit * 1.1}
    >
      {truncateText(text, w - unit, unit)}
    </text>
  )
}

export function glowClass(glowing: Glowing | undefined): string {
  if (glowing === undefined) return ''
  return glowing.soft === true ? 'bd-lit bd-soft' : glowing.picked > 0 ? 'bd-lit bd-picked' : 'bd-lit'
}
