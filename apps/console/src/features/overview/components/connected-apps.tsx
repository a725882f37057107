import { CircleCheck, Globe, Plug, Server, Smartphone } from 'lucide-react'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { AppContact } from '../queries/overview-queries.ts'

const icons = { web: Globe, ios: Smartphone, android: Smartphone, server: Server, other: Plug }

/** The project's apps in a line, each with when it last got what it asked for, and the way back to the set-up. */
export function ConnectedApps({
  contacts,
  setUp,
  onConnect,
  onSetUp,
  hasFocus,
}: {
  readonly contacts: readonly AppContact[]
  /** How far the set-up is, while something of it is left. */
  readonly setUp: string | undefined
  readonly onConnect: () => void
  readonly onSetUp: () => void
  /** The set-up was put away for it. */
  readonly hasFocus: boolean
}) {
  return (
    <section
      aria-label={overviewTexts.connectedApps}
      className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-2 rounded-large border border-line bg-ground-1 px-4 py-2 text-table"
    >
      <p className="flex items-center gap-2 font-medium">
        {contacts.length > 0 && <CircleCheck className="size-4 text-moss" aria-hidden="true" />}
        {contacts.length === 0 ? overviewTexts.noApps : overviewTexts.apps(contacts.length)}
      </p>
      <AppTimes contacts={contacts} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {setUp !== undefined && (
          <Button size="small" onPress={onSetUp}>
            {setUp}
          </Button>
        )}
        <Button size="small" variant="quiet" icon={<Plug />} autoFocus={hasFocus} onPress={onConnect}>
          {overviewTexts.connect}
        </Button>
      </div>
    </section>
  )
}

export function AppTimes({ contacts }: { readonly contacts: readonly AppContact[] }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
      {contacts.map(({ platform, name, at }) => {
        const Icon = icons[platform]
        return (
          <span key={`${platform} ${name} ${at}`} className="flex min-w-0 items-center gap-1.5">
            <Icon className="size-4 shrink-0 stroke-[1.6] text-ink-3" aria-hidden="true" />
            <bdi className="truncate">{name ?? overviewTexts.appPlatforms[platform]}</bdi>
            <span className="shrink-0 text-ink-2">
              <Moment at={Date.parse(at)} />
            </span>
          </span>
        )
      })}
    </span>
  )
}
