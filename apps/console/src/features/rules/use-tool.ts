import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type RulesTool, rulesTools, withoutRequest, withTool } from '../../shared/rules/rules-search.ts'

/** What is open beside the editor, which the address says; the way back leads to the one before. */
export interface OpenTool {
  readonly tool: RulesTool
  readonly openTool: (id: string) => void
  /** Opens the simulator for something else than the past request of the address. */
  readonly leaveRequest: () => void
}

export function useTool(): OpenTool {
  const navigate = useNavigate()
  const { tool = 'try' } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  return {
    tool,
    openTool: useCallback(
      (id) => {
        const next = rulesTools.find((one) => one === id) ?? 'try'
        void navigate({ to: '.', search: (before) => withTool(before, next), resetScroll: false })
      },
      [navigate],
    ),
    leaveRequest: useCallback(() => {
      void navigate({ to: '.', search: (before) => withTool(withoutRequest(before), 'try'), resetScroll: false })
    }, [navigate]),
  }
}
