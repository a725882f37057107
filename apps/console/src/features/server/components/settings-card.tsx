import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import type { ServerSetting } from '../queries/server-queries.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { type SettingsOfArea, settingsByArea } from '../settings-by-area.ts'

const choices = [
  { id: 'all', label: serverTexts.all },
  { id: 'made', label: serverTexts.made },
] as const

/** Every setting of the server with its name, its value and what it does. */
export function SettingsCard({ settings }: { readonly settings: readonly ServerSetting[] }) {
  const navigate = useNavigate()
  const isMadeOnly = useSearch({ from: '/opened/signed-in/server' }).settings === 'made'
  const areas = settingsByArea(settings, isMadeOnly)
  return (
    <Card
      title={serverTexts.settings}
      description={serverTexts.settingsText}
      aside={
        <Choice
          label={serverTexts.shown}
          options={choices}
          value={isMadeOnly ? 'made' : 'all'}
          onChange={(chosen) =>
            void navigate({ to: '/server', search: chosen === 'made' ? { settings: 'made' } : {}, replace: true })
          }
        />
      }
      isFlush
    >
      {areas.length === 0 ? (
        <EmptyState title={serverTexts.nothingMade}>{serverTexts.nothingMadeText}</EmptyState>
      ) : (
        areas.map((area) => <Area key={area.area} {...area} />)
      )}
    </Card>
  )
}

function Area({ area, settings }: SettingsOfArea) {
  const id = useId()
  const titles: Readonly<Record<string, string>> = serverTexts.areas
  return (
    <div className="border-b border-line last:border-b-0">
      <h3 id={id} className="bg-ground-2 px-4 py-1.5 text-small font-medium text-ink-2">
        {titles[area] ?? serverTexts.otherArea}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {settings.map((setting) => (
          <Setting key={setting.name} setting={setting} />
        ))}
      </ul>
    </div>
  )
}

function Setting({ setting: { name, from, value, defaultText, help } }: { readonly setting: ServerSetting }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2 text-table tablet:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <Copyable value={name} label={serverTexts.copyName} />
      </div>
      <div className="grid min-w-0 gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {from === 'default' ? (
            <span className="min-w-0 font-mono text-code break-words">{serverTexts.ofSetting(defaultText)}</span>
          ) : value === null ? (
            <span>{serverTexts.secretSet}</span>
          ) : (
            <span className="min-w-0 font-mono text-code break-all">{value}</span>
          )}
          <Badge tone={from === 'default' ? 'plain' : 'information'}>{serverTexts[from]}</Badge>
        </div>
        <p className="text-pretty text-ink-2">
          <Sentence text={serverTexts.ofSetting(help)} />
        </p>
      </div>
    </li>
  )
}

/** With code between backticks, as the reference page has it. */
function Sentence({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // Parts of one sentence never change places.
      <code key={at} className="font-mono text-code">
        {part}
      </code>
    ),
  )
}
