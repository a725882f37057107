import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { getVersion, type RulesVersion } from '../../shared/rules/published-rules.ts'
import { useProject } from '../../session/project-context.tsx'
import { rulesTexts } from '../../texts/en/rules.ts'
import { toastProblem } from '../../ui/toast.ts'

/** The version that is compared with what holds; the address names it. */
export function useComparedVersion(): readonly [
  version: RulesVersion | undefined,
  compare: (version: RulesVersion | undefined) => void,
] {
  const project = useProject()
  const navigate = useNavigate()
  const { version: id } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  const [known, setKnown] = useState<RulesVersion>()
  const compared = id !== undefined && known !== undefined && idOf(known) === id ? known : undefined

  const compare = useCallback(
    (version: RulesVersion | undefined) => {
      setKnown(version)
      void navigate({
        to: '.',
        search: ({ version: _before, ...others }) => ({
          ...others,
          ...(version !== undefined && { version: idOf(version) }),
        }),
        replace: true,
      })
    },
    [navigate],
  )

  useEffect(() => {
    if (id === undefined || compared !== undefined) return undefined
    let isCurrent = true
    getVersion(project, id).then(
      (version) => {
        if (isCurrent) setKnown(version)
      },
      () => {
        if (!isCurrent) return
        toastProblem(rulesTexts.versionFailed)
        compare(undefined)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, id, compared, compare])
  return [compared, compare]
}

function idOf({ name }: RulesVersion): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
