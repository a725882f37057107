import {
  ArrowDownToLine,
  ArrowRightToLine,
  ArrowUpRight,
  Braces,
  CircleHelp,
  CircleSlash,
  ClipboardPaste,
  Copy,
  Eraser,
  Funnel,
  History,
  Link2,
  ListChecks,
  PanelRight,
  Pencil,
  Trash2,
} from 'lucide-react'
import { fieldsFromSdk } from '../../../documents/values/sdk-value.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import { seeAsTexts } from '../../../texts/en/see-as.ts'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { isApple } from '../../../browser/is-apple.ts'
import type { CellCopy } from '../cells/range-cells.ts'
import { sizeOfBox } from '../cells/grid-range.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import { exactText } from './cell-content.tsx'
import type { MenuPlace } from './document-grid-props.ts'
import { valueIn } from './document-row.tsx'

const command = isApple ? '⌘' : 'Ctrl '
const alt = isApple ? '⌥' : 'Alt '

export interface CellMenuActs {
  /** undefined where no value may be changed. */
  readonly change:
    | {
        readonly edit: () => void
        readonly paste: (text: string) => void
        readonly fillDown: () => void
        readonly fillRight: () => void
        readonly clear: () => void
        /** Asks which field all documents of the rows are to get. */
        readonly setField: () => void
        readonly remove: () => void
      }
    | undefined
  /** Keeps what is copied. */
  readonly copy: (copied: CellCopy) => void
  readonly filter: (isNot: boolean) => void
  readonly open: () => void
  readonly openHistory: () => void
  readonly follow: (path: string) => void
  /** Tells why the person may not whom the table is seen as, or may; undefined while it is seen as oneself. */
  readonly why: (() => void) | undefined
}

/** What can be done with a cell, or with those that are held with it, as the items of a menu. */
export function CellMenu({
  place,
  column,
  idOf,
  copied,
  acts,
}: {
  readonly place: MenuPlace
  /** undefined at an id. */
  readonly column: GridColumn | undefined
  /** The collection that texts of the column usually are ids of. */
  readonly idOf: string | undefined
  /** What copying the cells gives. */
  readonly copied: CellCopy
  readonly acts: CellMenuActs
}) {
  const { document, box } = place
  const { change } = acts
  const value = column && valueIn(document, column)
  const cells = box === undefined ? 1 : sizeOfBox(box)
  const rows = box === undefined ? 1 : box.bottom - box.top + 1
  const columns = box === undefined ? 1 : box.right - Math.max(box.left, 1) + 1
  const copy = (text: string): void => {
    void navigator.clipboard?.writeText(text).then(() => toast(cellTexts.copied))
  }
  const said = value === undefined ? '' : exactText(value).slice(0, 28)
  return (
    <>
      {value !== undefined && cells === 1 && (
        <>
          <MenuItem icon={<Funnel />} shortcut={`${alt}F`} onAction={() => acts.filter(false)}>
            {cellTexts.only(said)}
          </MenuItem>
          <MenuItem icon={<CircleSlash />} onAction={() => acts.filter(true)}>
            {cellTexts.without(said)}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {change !== undefined && column !== undefined && cells === 1 && (
        <MenuItem icon={<Pencil />} shortcut="↵" onAction={change.edit}>
          {cellTexts.editValue}
        </MenuItem>
      )}
      {change !== undefined && rows > 1 && (
        <MenuItem icon={<ListChecks />} onAction={change.setField}>
          {cellTexts.setFor(rows)}
        </MenuItem>
      )}
      {change !== undefined && rows > 1 && (
        <MenuItem icon={<ArrowDownToLine />} shortcut={`${command}D`} onAction={change.fillDown}>
          {cellTexts.fillDown}
        </MenuItem>
      )}
      {change !== undefined && columns > 1 && (
        <MenuItem icon={<ArrowRightToLine />} shortcut={`${command}R`} onAction={change.fillRight}>
          {cellTexts.fillRight}
        </MenuItem>
      )}
      <MenuItem
        icon={<Copy />}
        shortcut={`${command}C`}
        onAction={() => {
          acts.copy(copied)
          copy(copied.text)
        }}
      >
        {cells > 1 ? cellTexts.copyValues(cells) : column === undefined ? cellTexts.copyId : cellTexts.copyValue}
      </MenuItem>
      {change !== undefined && (
        <MenuItem
          icon={<ClipboardPaste />}
          shortcut={`${command}V`}
          onAction={() => {
            const read = navigator.clipboard?.readText() ?? Promise.reject(new Error('There is no clipboard.'))
            read.then(change.paste, () => toast(cellTexts.pasteKeys))
          }}
        >
          {cellTexts.paste}
        </MenuItem>
      )}
      {change !== undefined && column !== undefined && (
        <MenuItem icon={<Eraser />} shortcut="⌫" onAction={change.clear}>
          {cells > 1 ? cellTexts.clearValues(cells) : cellTexts.clearValue}
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onAction={() => copy(document.ref.path)}>
        {cellTexts.copyPath}
      </MenuItem>
      <MenuItem
        icon={<Braces />}
        onAction={() => copy(formatDocument(fieldsFromSdk(document.data({ serverTimestamps: 'estimate' }))))}
      >
        {cellTexts.copyJson}
      </MenuItem>
      <MenuSeparator />
      {value?.kind === 'reference' && value.database === undefined && (
        <MenuItem icon={<ArrowUpRight />} shortcut={`${command}↵`} onAction={() => acts.follow(value.path)}>
          {cellTexts.openReference}
        </MenuItem>
      )}
      {value?.kind === 'string' && value.value !== '' && !value.value.includes('/') && idOf !== undefined && (
        <MenuItem icon={<ArrowUpRight />} onAction={() => acts.follow(`${idOf}/${value.value}`)}>
          {cellTexts.openPath(`${idOf}/${value.value}`)}
        </MenuItem>
      )}
      <MenuItem icon={<PanelRight />} shortcut="⇧↵" onAction={acts.open}>
        {cellTexts.openDocument}
      </MenuItem>
      {acts.why !== undefined && (
        <MenuItem icon={<CircleHelp />} shortcut={`${alt}W`} onAction={acts.why}>
          {seeAsTexts.why}
        </MenuItem>
      )}
      <MenuItem icon={<History />} onAction={acts.openHistory}>
        {cellTexts.history}
      </MenuItem>
      {change !== undefined && <MenuSeparator />}
      {change !== undefined && (
        <MenuItem icon={<Trash2 />} isDanger onAction={change.remove}>
          {rows > 1 ? cellTexts.deleteDocuments(rows) : cellTexts.deleteDocument}
        </MenuItem>
      )}
    </>
  )
}
