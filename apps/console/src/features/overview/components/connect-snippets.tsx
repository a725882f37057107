import type { ReactNode } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DeveloperFold } from '../../../ui/details-fold.tsx'
import { FactList, type Fact } from '../../../ui/fact-list.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { DocsLink, TextLink } from '../../../ui/text-link.tsx'
import { androidSnippet, flutterSnippet, iosSnippet } from '../mobile-snippets.ts'
import { useServerSettings } from '../../../shared/server-settings/server-settings.ts'
import { useClosedServices } from '../queries/overview-queries.ts'
import {
  adminDocumentsSnippet,
  adminKeySnippet,
  adminSnippet,
  emulatorSnippet,
  firstTrySnippet,
  installForAdmin,
  installForWeb,
  restSnippet,
  webSnippet,
} from '../../../shared/snippets.ts'

const mobile = [
  { id: 'flutter', snippetOf: flutterSnippet },
  { id: 'ios', snippetOf: iosSnippet },
  { id: 'android', snippetOf: androidSnippet },
] as const

/** What of the project is closed to apps, while something is. */
function ClosedRemark() {
  const project = useProject()
  const { data: closed } = useClosedServices()
  if (closed === undefined || closed === 'none') return null
  return (
    <Remark>
      {overviewTexts.closed[closed]}{' '}
      <TextLink to="/projects/$project/rules" params={{ project: project.id }}>
        {overviewTexts.toRules}
      </TextLink>
    </Remark>
  )
}

/** What to paste into an app, with this project's own values. */
export function ConnectSnippets() {
  const { id, identity } = useProject()
  const { settings } = useConsoleApp()
  const origin = useServerSettings().data?.publicAddress.url ?? location.origin
  const tabs = [
    {
      id: 'web',
      label: overviewTexts.web,
      content: (
        <>
          <CodeBlock label={overviewTexts.web} code={webSnippet(identity, origin)} />
          <Remark>{overviewTexts.webHelper}</Remark>
          <CodeBlock label={overviewTexts.install} code={installForWeb} />
          <Remark>
            {overviewTexts.elsewhere} <DocsLink page="guides/web">{overviewTexts.webGuide}</DocsLink>
          </Remark>
          {settings.mode === 'start' && <ClosedRemark />}
          <FoldedSnippet title={overviewTexts.firstTry} text={overviewTexts.firstTryText} code={firstTrySnippet} />
          <FoldedSnippet
            title={overviewTexts.webAlone}
            text={
              <>
                {overviewTexts.webAloneText}{' '}
                <DocsLink page="guides/web#with-the-settings-for-emulators">{overviewTexts.webGuide}</DocsLink>
              </>
            }
            code={emulatorSnippet(identity, origin)}
          />
        </>
      ),
    },
    {
      id: 'admin',
      label: overviewTexts.admin,
      content:
        settings.mode === 'dev' ? (
          <CodeBlock label={overviewTexts.admin} code={adminSnippet(identity, origin)} />
        ) : (
          <>
            <CodeBlock label={overviewTexts.admin} code={adminKeySnippet(identity, origin)} />
            <Remark>{overviewTexts.webHelper}</Remark>
            <CodeBlock label={overviewTexts.install} code={installForAdmin} />
            <Remark>
              {overviewTexts.adminKey}{' '}
              <TextLink to="/projects/$project/settings" params={{ project: id }} search={{ section: 'apps' }}>
                {overviewTexts.toKeys}
              </TextLink>
            </Remark>
            <FoldedSnippet
              title={overviewTexts.adminAlone}
              text={
                <>
                  {overviewTexts.adminAloneText}{' '}
                  <DocsLink page="guides/node-admin">{overviewTexts.adminGuide}</DocsLink>
                </>
              }
              code={adminDocumentsSnippet(origin)}
            />
          </>
        ),
    },
    ...mobile.map(({ id: platform, snippetOf }) => ({
      id: platform,
      label: overviewTexts[platform],
      content: (
        <>
          <CodeBlock label={overviewTexts[platform]} code={snippetOf(identity, origin)} />
          <Remark>
            {overviewTexts.mobile}{' '}
            <DocsLink page={`guides/${platform}`}>{overviewTexts.mobileGuide[platform]}</DocsLink>
          </Remark>
        </>
      ),
    })),
    {
      id: 'rest',
      label: overviewTexts.rest,
      content: (
        <>
          <CodeBlock label={overviewTexts.rest} code={restSnippet(identity, origin)} />
          <Remark>
            {overviewTexts.restText} {overviewTexts.elsewhere}{' '}
            <DocsLink page="reference/identity">{overviewTexts.restGuide}</DocsLink>
          </Remark>
        </>
      ),
    },
    { id: 'values', label: overviewTexts.values, content: <Values /> },
  ]
  return <Tabs label={overviewTexts.connect} tabs={tabs} />
}

interface FoldedSnippetProps {
  readonly title: string
  readonly text: ReactNode
  readonly code: string
}

/** Lines that not everybody needs, closed until they are wanted. */
function FoldedSnippet({ title, text, code }: FoldedSnippetProps) {
  return (
    <DeveloperFold title={title}>
      <p className="px-4 pb-2 text-table text-ink-2">{text}</p>
      <CodeBlock label={title} code={code} />
    </DeveloperFold>
  )
}

function Remark({ children }: { readonly children: ReactNode }) {
  return <p className="px-4 py-2 text-table text-ink-2">{children}</p>
}

function Values() {
  const { identity } = useProject()
  const values: readonly (readonly [id: string, name: string, value: string | undefined])[] = [
    ['origin', overviewTexts.origin, location.origin],
    ['project', overviewTexts.projectId, identity.projectId],
    ['key', overviewTexts.apiKey, identity.apiKey],
    ['app', overviewTexts.appId, identity.appId],
    ['bucket', overviewTexts.bucket, identity.storageBucket],
    ['measurement', overviewTexts.measurementId, identity.measurementId],
  ]
  const facts: Fact[] = values.flatMap(([id, name, value]) =>
    value === undefined ? [] : [{ id, name, value: <Copyable label={name} value={value} /> }],
  )
  return <FactList facts={facts} />
}
