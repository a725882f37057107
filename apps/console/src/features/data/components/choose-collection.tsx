import { MousePointerClick } from 'lucide-react'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Beside the collections of the root, on a screen that has the room: what comes here once one is chosen. */
export function ChooseCollection() {
  const { mayWrite } = useProject()
  return (
    <div className="hidden min-w-0 flex-1 border-t border-line tablet:block tablet:group-has-[[data-alone]]/columns:hidden">
      <EmptyState icon={<MousePointerClick />} title={dataTexts.chooseCollection}>
        {dataTexts.chooseCollectionHelp} {mayWrite && dataTexts.orAddCollection}
      </EmptyState>
    </div>
  )
}

/** Beside the list of a collection, on a screen that has the room: what comes here once a document is chosen. */
export function ChooseDocument() {
  return (
    <div className="hidden min-w-0 border-l border-line pt-24 tablet:col-[5/-1] tablet:block">
      <EmptyState icon={<MousePointerClick />} title={dataTexts.chooseDocument}>
        {dataTexts.chooseDocumentHelp}
      </EmptyState>
    </div>
  )
}
