import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { projectsMax, type ProjectSummary } from '../../../shared/console-data/my-projects.ts'
import { projectsTexts } from '../../../texts/en/projects.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { ProjectCard } from './project-card.tsx'

/** So many cards are shown, and as many more whenever somebody asks. */
const shownAtOnce = 24
/** Fewer are found by looking. */
const searchedFrom = 10
/** The address waits for a pause in typing. */
const pauseMs = 250

/** The projects as cards, found by name or id. */
export function ProjectList({ projects }: { readonly projects: readonly ProjectSummary[] }) {
  const { q = '' } = useSearch({ from: '/opened/signed-in/projects' })
  const navigate = useNavigate()
  const [shown, setShown] = useState(shownAtOnce)
  const [typed, setTyped] = useState(q)
  const written = useRef(q)
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setTyped(q)
  }, [q])
  useEffect(() => {
    if (typed === written.current) return
    const timer = setTimeout(() => {
      written.current = typed
      void navigate({ to: '/projects', search: typed === '' ? {} : { q: typed }, replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, navigate])
  const wanted = typed.trim().toLowerCase()
  const found = projects.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
  const isPartial = projects.length >= projectsMax
  return (
    <>
      {(projects.length >= searchedFrom || typed !== '') && (
        <div role="search" className="max-w-96">
          <TextField
            label={projectsTexts.search}
            name="q"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(text) => {
              setShown(shownAtOnce)
              setTyped(text)
            }}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {wanted !== '' && projectsTexts.found(found.length)}
      </p>
      {found.length === 0 && <EmptyState title={projectsTexts.noMatch}>{projectsTexts.noMatchHelp}</EmptyState>}
      <ul className="grid gap-3 tablet:grid-cols-2 desk:grid-cols-3">
        {found.slice(0, shown).map((project) => (
          <li key={project.id} className="min-w-0">
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <div className="flex justify-center">
          <Button onPress={() => setShown(shown + shownAtOnce)}>
            {projectsTexts.showMore(formatNumber(found.length - shown))}
          </Button>
        </div>
      )}
      {isPartial && (
        <p className="text-table text-ink-2">
          {projectsTexts.partial(formatNumber(projectsMax))}{' '}
          {/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(wanted) && found.every(({ id }) => id !== wanted) && (
            <TextLink to="/projects/$project" params={{ project: wanted }}>
              {projectsTexts.openById(wanted)}
            </TextLink>
          )}
        </p>
      )}
    </>
  )
}
