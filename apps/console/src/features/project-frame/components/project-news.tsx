import { useNavigate } from '@tanstack/react-router'
import { collection, limit, orderBy, query, Timestamp, where } from 'firebase/firestore'
import { useEffect, useRef, useState } from 'react'
import { useMyProjects } from '../../../console-data/my-projects.ts'
import { firestoreOf } from '../../../firebase/firestore.ts'
import { useQuery } from '../../../live/use-live.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { setLastProject } from '../../../session/preferences.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { projectsTexts } from '../../../texts/en/projects.ts'
import { toast } from '../../../ui/toast.ts'

/** Tells what others did to this project meanwhile: one's own role, and rules. Shows nothing itself. */
export function ProjectNews() {
  useRoleNews()
  useRulesNews()
  return null
}

/** A new role counts at once; whoever was removed goes to the list of projects. */
function useRoleNews(): void {
  const project = useProject()
  const navigate = useNavigate()
  const projects = useMyProjects()
  const known = useRef<string>(undefined)
  const role = projects.status === 'live' ? (projects.data.find(({ id }) => id === project.id)?.role ?? '') : undefined

  useEffect(() => {
    if (role === undefined) return
    const before = known.current
    known.current = role
    if (before === undefined || before === role || before === '') return
    if (role === '') {
      setLastProject(undefined)
      toast(frameTexts.removedFrom(project.id))
      void navigate({ to: '/projects' })
      return
    }
    project.renew().then(
      () => toast(frameTexts.roleIsNow(projectsTexts.roles[role] ?? role)),
      () => {
        // The session renews itself, and goes where it can't.
      },
    )
  }, [role, project, navigate])
}

function useRulesNews(): void {
  const project = useProject()
  const { app } = useConsoleApp()
  const navigate = useNavigate()
  const ownUid = useSignedIn()?.account.uid
  const [since] = useState(() => Timestamp.now())
  const told = useRef(new Set<string>())
  const activity = useQuery(
    query(
      collection(firestoreOf(app), 'projects', project.id, 'activity'),
      where('at', '>', since),
      orderBy('at', 'desc'),
      limit(20),
    ),
  )
  useEffect(() => {
    if (activity.status !== 'live') return
    for (const entry of activity.data.docs) {
      const { actor, action, target } = entry.data() as Readonly<Record<string, unknown>>
      if (told.current.has(entry.id) || actor === ownUid || !isPublication(action, target)) continue
      told.current.add(entry.id)
      toast(frameTexts.rulesPublished, {
        label: frameTexts.look,
        run: () => void navigate({ to: '/projects/$project/rules', params: { project: project.id } }),
      })
    }
  }, [activity, navigate, ownUid, project])
}

/** A release is what makes rules hold; the rulesets before it are only kept. */
function isPublication(action: unknown, target: unknown): boolean {
  return (
    (action === 'rules.create' || action === 'rules.update') &&
    typeof target === 'string' &&
    target.includes('/releases')
  )
}
