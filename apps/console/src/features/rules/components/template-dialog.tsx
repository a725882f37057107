import { useState } from 'react'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { type RulesTemplate, rulesTemplates } from '../templates/rules-templates.ts'

/** Rules to begin with, each with what it allows and with its source; the one that is taken becomes the draft. */
export function TemplateDialog({
  area,
  hasDraft,
  onTake,
  onClose,
}: {
  readonly area: RulesArea
  /** Something is written that the template takes the place of. */
  readonly hasDraft: boolean
  readonly onTake: (source: string) => void
  readonly onClose: () => void
}) {
  const offered = rulesTemplates.filter((one) => one.area === area)
  const [id, setId] = useState<RulesTemplate['id']>(offered[0]?.id ?? 'own')
  const template = offered.find((one) => one.id === id)
  const { text, allows } = rulesTexts.templates[id]
  return (
    <Dialog isOpen width="wide" title={rulesTexts.templateTitle} onClose={onClose}>
      <div className="grid gap-3">
        <Select
          label={rulesTexts.template}
          value={id}
          options={offered.map((one) => ({ id: one.id, label: rulesTexts.templates[one.id].title }))}
          onChange={setId}
        />
        <div className="text-table">
          <p>{text}</p>
          <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
            {allows.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
        {template !== undefined && (
          <div className="overflow-hidden rounded border border-line">
            <CodeBlock label={rulesTexts.templates[id].title} code={template.source} />
          </div>
        )}
        {hasDraft && <Notice tone="attention">{rulesTexts.templateReplaces}</Notice>}
        <DialogActions>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          <Button variant="primary" onPress={() => template !== undefined && onTake(template.source)}>
            {rulesTexts.openAsDraft}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
