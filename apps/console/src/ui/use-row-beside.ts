import type { SidePanelProps } from './side-panel.tsx'
import { useListKeys } from './use-list-keys.ts'

export interface RowBeside extends Pick<SidePanelProps, 'onPrevious' | 'onNext' | 'onClose'> {
  /** Its place among those that are listed; -1 where it is none of them. */
  readonly at: number
}

/**
 * The row of an `OpeningTable` that stands beside it: the ways to its neighbours and back to the list, where the focus is on it again. `j` opens the first.
 *
 * @param open shows another, or none; `isStep`: in the place of the one before, so that Back leads to the list
 */
export function useRowBeside(
  ids: readonly string[],
  opened: string | undefined,
  open: (id: string | undefined, isStep?: boolean) => void,
): RowBeside {
  const at = opened === undefined ? -1 : ids.indexOf(opened)
  const stepTo = (to: number): (() => void) | undefined => {
    const id = ids[to]
    return id === undefined ? undefined : () => open(id, true)
  }
  useListKeys({ j: opened === undefined ? stepTo(0) : undefined })
  return {
    at,
    onPrevious: at > 0 ? stepTo(at - 1) : undefined,
    onNext: at >= 0 ? stepTo(at + 1) : undefined,
    onClose: () => {
      open(undefined)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened ?? '')}"]`)?.focus(),
      )
    },
  }
}
