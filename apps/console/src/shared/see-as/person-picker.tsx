import { useQuery } from '@tanstack/react-query'
import { UserRound, UserRoundX } from 'lucide-react'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { itemClasses } from '../../ui/float.ts'
import { QueryContent } from '../../ui/query-content.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebounced } from '../../ui/use-delay.ts'
import { findUsers } from '../people/find-users.ts'
import { UserFace } from '../people/user-face.tsx'
import { labelOf, type ProjectUser } from '../people/project-user.ts'
import { parseClaims } from './see-as-search.ts'

/** Somebody who types on is waited for. */
const pauseMs = 200
/** More are found by typing. */
const shownMax = 8

/** Whom to see the screen as: nobody, a user of the project, or any uid, with more claims where they are wanted. */
export function PersonPicker({
  uid,
  claims: firstClaims,
  isSeen,
  onChoose,
}: {
  readonly uid: string | undefined
  readonly claims: string | undefined
  /** Somebody is seen as already, whose claims may be changed. */
  readonly isSeen: boolean
  readonly onChoose: (uid: string | undefined, claims: string | undefined) => void
}) {
  const project = useProject()
  const [text, setText] = useState('')
  const [claims, setClaims] = useState(firstClaims ?? '')
  const [isBad, setBad] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const sought = text.trim()
  const [settled] = useDebounced(sought, pauseMs)
  const query = useQuery({
    queryKey: [project.id, 'users', 'people', settled],
    queryFn: async () => await findUsers(project, settled === '' ? {} : { q: settled }),
  })
  const choose = (chosen: string | undefined): void => {
    const parsed = parseClaims(claims)
    setBad(parsed === undefined)
    if (parsed === undefined) return
    const hasClaims = chosen !== undefined && Object.keys(parsed).length > 0
    onChoose(chosen, hasClaims ? claims.trim() : undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    event.preventDefault()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const [first] = query.data?.users ?? []
    if (sought !== '' && settled === sought) choose(first?.localId ?? sought)
  }
  return (
    <div className="grid gap-3" onKeyDown={onKeyDown}>
      <form onSubmit={onSubmit}>
        <TextField
          label={texts.search}
          name="person"
          type="search"
          value={text}
          onChange={setText}
          autoComplete="off"
          autoFocus
          placeholder={texts.search}
          hasHiddenLabel
        />
      </form>
      <div ref={list} role="group" aria-label={texts.people} className="-mx-1 grid max-h-72 gap-px overflow-y-auto">
        {sought === '' && (
          <Person name={texts.nobody} detail={texts.nobodyHelp} onChoose={() => choose(undefined)}>
            <UserRoundX aria-hidden="true" className="text-ink-3" />
          </Person>
        )}
        <QueryContent query={query} failed={texts.failedPeople} rows={4}>
          {({ users }) => (
            <>
              {users.slice(0, shownMax).map((user) => (
                <Person
                  key={user.localId}
                  name={labelOf(user)}
                  detail={detailOf(user)}
                  isChosen={isSeen && user.localId === uid}
                  onChoose={() => choose(user.localId)}
                >
                  <UserFace user={user} size="medium" />
                </Person>
              ))}
              {users.length === 0 && settled === sought && sought !== '' && (
                <p className="px-2.5 py-1 text-table text-ink-2">{texts.noPeople}</p>
              )}
            </>
          )}
        </QueryContent>
        {sought !== '' && query.data?.users.every(({ localId }) => localId !== sought) === true && (
          <Person name={texts.asUid(sought)} detail={texts.asUidHelp} onChoose={() => choose(sought)}>
            <UserRound aria-hidden="true" className="text-ink-3" />
          </Person>
        )}
      </div>
      <form
        className="grid gap-2 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSeen) choose(uid)
          else setBad(parseClaims(claims) === undefined)
        }}
      >
        <TextField
          label={texts.claims}
          name="claims"
          value={claims}
          onChange={(next) => {
            setBad(false)
            setClaims(next)
          }}
          autoComplete="off"
          isMonospaced
          {...(isBad ? { error: texts.badClaims } : { description: texts.claimsHelp })}
        />
        {isSeen && uid !== undefined && (
          <div>
            <Button type="submit" size="small">
              {texts.applyClaims}
            </Button>
          </div>
        )}
      </form>
    </div>
  )
}

function Person({
  name,
  detail,
  isChosen = false,
  onChoose,
  children,
}: {
  readonly name: string
  readonly detail: string
  readonly isChosen?: boolean
  readonly onChoose: () => void
  readonly children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        itemClasses,
        'w-full py-1.5 text-left hover:bg-ground-3 focus-visible:bg-ground-3 aria-pressed:bg-sky-wash',
      )}
    >
      <span className="grid size-7 shrink-0 place-items-center">{children}</span>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{name}</bdi>
        <bdi className="block truncate text-small text-ink-2">{detail}</bdi>
      </span>
    </button>
  )
}

/** What tells them from others of the name. */
function detailOf({ displayName, email, phoneNumber, localId }: ProjectUser): string {
  return (displayName === undefined ? undefined : email || phoneNumber) || localId
}
