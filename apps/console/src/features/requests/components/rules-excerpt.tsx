import { Check, X } from 'lucide-react'
import { useProject } from '../../../session/project-context.tsx'
import { type DescribedRequest, type ListedRequest, shortFileName } from '../../../shared/requests/list-requests.ts'
import { rulesOf } from '../../../shared/rules/rules-search.ts'
import { toneOfValue, wordsOfValue } from '../../../shared/rules/words-of-rules.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { classNames } from '../../../ui/class-names.ts'
import { TextLink } from '../../../ui/text-link.tsx'

/** The lines of the rules of then around the one that decided, which is marked and says what its values were. */
export function RulesExcerpt({
  described: { request, why, excerpt },
  rule,
}: {
  readonly described: DescribedRequest
  readonly rule: NonNullable<ListedRequest['rule']>
}) {
  const isAllowed = request.verdict === 'allowed'
  // `if false` says all there is to say.
  const value = why !== undefined && why.expression !== why.value ? why.value : undefined
  return (
    <section aria-label={texts.excerpt} className="border-y border-line bg-ground-2">
      <header className="flex items-center justify-between gap-3 px-4.5 pt-2 pb-1 text-table">
        <span className="min-w-0 truncate text-ink-2" title={rule.fileName}>
          {shortFileName(rule.fileName)}
        </span>
        <OpenedRules request={request} rule={rule} />
      </header>
      {excerpt === undefined ? (
        <p className="px-4.5 pb-2.5 text-small text-ink-2">{texts.rulesGone}</p>
      ) : (
        <pre
          tabIndex={0}
          className="fade-edges overflow-x-auto pb-2 font-mono text-code leading-6 outline-offset-[-2px]"
        >
          <code className="grid w-max min-w-full">
            {excerpt.lines.map((line, at) => {
              const isDeciding = excerpt.begin + at === rule.line
              const Mark = isAllowed ? Check : X
              return (
                <span
                  key={at}
                  {...(isDeciding && { 'data-deciding': '' })}
                  className={classNames(
                    'flex items-baseline gap-3 border-l-3 pr-4',
                    !isDeciding && 'border-transparent',
                    isDeciding &&
                      (isAllowed ? 'border-moss bg-moss-wash text-ink-1' : 'border-crimson bg-crimson-wash text-ink-1'),
                  )}
                >
                  <span aria-hidden="true" className="w-10 shrink-0 text-right text-ink-3 select-none">
                    {excerpt.begin + at}
                  </span>
                  <span className="whitespace-pre">{line}</span>
                  {isDeciding && (
                    <span
                      className={classNames(
                        'ml-2 inline-flex items-center gap-1 self-center font-semibold',
                        isAllowed ? 'text-moss' : 'text-crimson',
                      )}
                    >
                      <Mark aria-hidden="true" className="size-3.5" />
                      <span className="sr-only">{isAllowed ? texts.allowed : texts.denied}</span>
                      {value !== undefined && <span className={toneOfValue(value)}>{wordsOfValue(value)}</span>}
                    </span>
                  )}
                </span>
              )
            })}
          </code>
        </pre>
      )}
    </section>
  )
}

/** The way to the line in the rules. */
function OpenedRules({
  request: { id, ...place },
  rule,
}: {
  readonly request: ListedRequest
  readonly rule: NonNullable<ListedRequest['rule']>
}) {
  const project = useProject()
  return (
    <TextLink
      to="/projects/$project/rules"
      params={{ project: project.id }}
      search={{ request: id, at: 'line', ...rulesOf(place) }}
    >
      {texts.openLine(rule.line)}
    </TextLink>
  )
}
