import { useState } from 'react'
import { keepOfProject, readOfProject } from '../../browser/kept-of-projects.ts'
import { useProject } from '../../session/project-context.tsx'

export interface ConnectShown {
  readonly isShown: boolean
  /** How often the person has shown or hidden it since the page came; the focus follows each time. */
  readonly turns: number
  readonly show: () => void
  readonly hide: () => void
}

/** Whether the overview shows how an app connects, as the person wants it in this project. */
export function useConnectShown(): ConnectShown {
  const { id } = useProject()
  const [state, setState] = useState(() => ({ isShown: readOfProject(id, 'connect') !== 'hidden', turns: 0 }))
  const turn = (isShown: boolean) => () => {
    keepOfProject(id, 'connect', isShown ? undefined : 'hidden')
    setState(({ turns }) => ({ isShown, turns: turns + 1 }))
  }
  return { ...state, show: turn(true), hide: turn(false) }
}
