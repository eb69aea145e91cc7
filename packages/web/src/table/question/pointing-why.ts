/** While the pointer asks "why not?", a click on anything explains it instead of choosing it. */
import { useEffect } from 'react'
import { useTable } from '../context.js'

export function usePointingWhy(): void {
  const isAsking = useTable((state) => state.isAsking)
  const options = useTable((state) => state.decision?.options)
  const offers = useTable((state) => state.decision?.offers)
  const { askTarget, askWhy } = useTable((state) => state.actions)
  useEffect(() => {
    if (!isAsking) return undefined
    // Capture: the board and the rows must not choose what is only asked about.
    const ask = (event: MouseEvent): void => {
      const element = event.target instanceof Element ? event.target : null
      const thing = element?.closest<HTMLElement | SVGElement>('[data-kind][data-id]')?.dataset
      const row = element?.closest<HTMLElement>('[data-option]')?.dataset['option']
      if (row !== undefined) {
        const found = row.startsWith('offer ')
          ? offers?.find(({ id }) => row === `offer ${id}`)
          : options?.[Number(row)]
        if (found !== undefined) askWhy(found.id, found.label)
      } else if (thing?.['id'] !== undefined && isKind(thing['kind']))
        askTarget({ kind: thing['kind'], id: thing['id'], zone: thing['zone'] ?? null })
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    document.documentElement.dataset['asking'] = ''
    document.addEventListener('click', ask, { capture: true })
    return () => {
      delete document.documentElement.dataset['asking']
      document.removeEventListener('click', ask, { capture: true })
    }
  }, [isAsking, options, offers, askTarget, askWhy])
}

const isKind = (kind: string | undefined): kind is 'space' | 'piece' | 'card' | 'seat' =>
  kind === 'space' || kind === 'piece' || kind === 'card' || kind === 'seat'
