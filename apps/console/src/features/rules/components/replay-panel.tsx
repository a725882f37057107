import type { SourceFile } from '@hearth/rules'
import { rulesReplayTexts as texts } from '../../../texts/en/rules-replay.ts'
import { Button } from '../../../ui/button.tsx'
import type { HoldingRules } from '../replay/holding-rules.ts'
import type { Replay } from '../replay/use-replay.ts'
import { ReplayVerdict } from './replay-verdict.tsx'

/** Asks the rules in the editor about the requests of the past. */
export function ReplayPanel({
  replay,
  files,
  holding,
  hasErrors,
}: {
  readonly replay: Replay
  readonly files: readonly SourceFile[]
  /** What holds now. */
  readonly holding: HoldingRules | undefined
  readonly hasErrors: boolean
}) {
  const { status, files: asked } = replay.state
  const isOutdated = status !== 'idle' && files.some(({ content }, at) => content !== asked[at]?.content)
  return (
    <div className="grid gap-3 p-4">
      <p className="text-table text-ink-2">{hasErrors ? texts.hasErrors : texts.intro}</p>
      {status !== 'running' && (
        <div>
          <Button isDisabled={hasErrors} onPress={() => replay.start(files, holding)}>
            {status === 'idle' ? texts.start : texts.again}
          </Button>
        </div>
      )}
      {isOutdated && <p className="text-table text-amber">{texts.outdated}</p>}
      <ReplayVerdict replay={replay} />
    </div>
  )
}
