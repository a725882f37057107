import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { collection, limit, orderBy, query, where } from 'firebase/firestore'
import { useEffect, useRef } from 'react'
import { noteRecentProject } from '../../../shared/console-data/account-lists.ts'
import { useMyProject } from '../../../shared/console-data/my-projects.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { lateSaves } from '../../../backend/live/late-saves.ts'
import { retryListenersOf, useLiveQuery } from '../../../backend/live/listeners.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { ownDeletions } from '../../../session/own-deletions.ts'
import { setLastProject } from '../../../browser/preferences.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { projectsTexts } from '../../../texts/en/projects.ts'
import { toast } from '../../../ui/toast.ts'
import { rulesOf, type RulesSearch } from '../../../shared/rules/rules-search.ts'

/** What puts rules into force is among these acts. */
const publications = ['rules.create', 'rules.update'] as const

const route = getRouteApi('/opened/signed-in/projects/$project')

/**
 * Tells what others did to this project meanwhile: one's own role and rules; and that one's own changes came through after an interruption. Notes
 * that it was entered.
 * Shows nothing itself.
 */
export function ProjectNews() {
  useRecentProject()
  useRoleNews()
  useRulesNews()
  useEffect(() => lateSaves.subscribe((count) => toast(frameTexts.savedLate(count))), [])
  return null
}

/** Whichever browser the account signs in with next leads to the project that it entered last. */
function useRecentProject(): void {
  const { id } = useProject()
  const { app } = useConsoleApp()
  const uid = useSignedIn()?.account.uid
  useEffect(() => {
    if (uid === undefined) return
    noteRecentProject(app, uid, id).catch(() => {
      // This browser remembers it; another one begins with the list of projects.
    })
  }, [app, uid, id])
}

/** A new role counts at once; whoever was removed goes to the list of projects. */
function useRoleNews(): void {
  const project = useProject()
  const navigate = useNavigate()
  const { projects: projectSessions } = route.useRouteContext()
  const own = useMyProject(project.id)
  const known = useRef<string>(undefined)
  const role = own.status === 'live' ? (own.data?.role ?? '') : undefined

  // It was restored.
  useEffect(() => void ownDeletions.delete(project.id), [project.id])

  useEffect(() => {
    if (role === undefined) return
    // The first word on it is news, too, when it is another role than the one that the page was entered with.
    const before = known.current ?? (role === '' ? undefined : project.role)
    known.current = role
    if (before === undefined || before === role || before === '') return
    if (role === '') {
      setLastProject(undefined)
      if (!ownDeletions.has(project.id)) toast(frameTexts.removedFrom(project.id))
      // What waits to be written there will never be.
      void navigate({ to: '/projects' }).then(() => projectSessions.check(project.id))
      return
    }
    project.renew().then(
      () => {
        retryListenersOf(project.app)
        toast(frameTexts.roleIsNow(projectsTexts.roles[role] ?? role))
      },
      () => {
        // The session renews itself, and goes where it can't.
      },
    )
  }, [role, project, navigate, projectSessions])
}

function useRulesNews(): void {
  const project = useProject()
  const { app } = useConsoleApp()
  const navigate = useNavigate()
  const ownUid = useSignedIn()?.account.uid
  /** What was there when the page came is no news; this machine's clock has no say in it. */
  const known = useRef<Set<string>>(undefined)
  const all = collection(firestoreOf(app), 'projects', project.id, 'activity')
  // However many documents are changed with a publication hides it not.
  const activity = useLiveQuery(query(all, where('action', 'in', publications), orderBy('at', 'desc'), limit(20)))
  useEffect(() => {
    if (activity.status !== 'live') return
    const before = known.current
    known.current = new Set(activity.data.docs.map(({ id }) => id))
    for (const entry of before === undefined ? [] : activity.data.docs) {
      const { actor, action, target } = entry.data() as Readonly<Record<string, unknown>>
      if (before?.has(entry.id) === true || actor === ownUid || !isPublication(action, target)) continue
      toast(frameTexts.rulesPublished, {
        label: frameTexts.look,
        run: () =>
          void navigate({
            to: '/projects/$project/rules',
            params: { project: project.id },
            search: searchOf(String(target)),
          }),
      })
    }
  }, [activity, navigate, ownUid, project])
}

/** Which rules those of a release are, such as `projects/demo-app/releases/cloud.firestore/second`. */
function searchOf(target: string): RulesSearch {
  const [, service, database] = /\/releases\/(cloud\.firestore|firebase\.storage)(?:\/([^/]+))?$/.exec(target) ?? []
  return rulesOf({ service: service === 'firebase.storage' ? 'files' : 'documents', database })
}

/** A release is what makes rules hold; the rulesets before it are only kept. */
function isPublication(action: unknown, target: unknown): boolean {
  return publications.some((one) => one === action) && typeof target === 'string' && target.includes('/releases')
}
