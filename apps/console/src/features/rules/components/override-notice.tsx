import { rulesTexts } from '../../../texts/en/rules.ts'
import { formatDateTime } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { RulesOverride } from '../queries/rules-override.ts'

/** Says that what is published does not hold, what does, and since when. */
export function OverrideNotice({ override: { origin, path, since, isBroken } }: { readonly override: RulesOverride }) {
  const when = formatDateTime(Date.parse(since))
  return (
    <Notice tone="attention">
      <p>{origin === 'file' ? rulesTexts.fromFile(when) : rulesTexts.fromTool(when)}</p>
      {path !== undefined && <p className="mt-1 font-mono text-code break-all">{path}</p>}
      <p className="mt-1">{origin === 'file' ? rulesTexts.editTheFile : rulesTexts.untilStop}</p>
      {isBroken && <p className="mt-1 font-medium">{rulesTexts.overrideBroken}</p>}
    </Notice>
  )
}
