import type { QueryDocumentSnapshot } from 'firebase/firestore'
import type { TypedValue, ValueType } from '../../../documents/values/typed-value.ts'

/** A cell of the table, where it was when its editor was opened. */
export interface CellPlace {
  readonly document: QueryDocumentSnapshot
  /** Both from zero; column 0 are the ids. */
  readonly row: number
  readonly column: number
  /** The path of the field as people write it, and in parts. */
  readonly field: string
  readonly path: readonly string[]
  /** Whether the document has the field. */
  readonly isThere: boolean
  /** Of a value that is added where there is none. */
  readonly usualType: ValueType
}

/**
 * A cell that is being edited: `open` in its editor, `taken` over and on its way to the server, or `refused`, so that somebody has to
 * say what becomes of it.
 */
export interface CellEdit extends CellPlace {
  /** Of the document and the field. */
  readonly key: string
  readonly stage: 'open' | 'taken' | 'refused'
  /** How often it was opened, or its field taken away, since it was first: again while the last save is still on its way. */
  readonly turn: number
  /** What was typed to open it takes the place of the value. */
  readonly typed: string | undefined
  /** The field is taken away, without an editor. */
  readonly isRemoval: boolean
  /** It is given this value without an editor. */
  readonly given?: TypedValue
}

/** What a cell shows in place of its value. */
export interface CellMark {
  /** What was typed and is not saved; undefined for a field that is taken away. */
  readonly value: TypedValue | undefined
  readonly isRefused: boolean
}

/** By the path of the document and the path of the field as people write it. */
export type CellMarks = ReadonlyMap<string, ReadonlyMap<string, CellMark>>

const noMarks: CellMarks = new Map()

/**
 * The cells of a table that somebody has typed into and that are not saved: one is open at a time, while those before it are still on
 * their way. One that is on its way can be opened again: what is typed then is sent as soon as the save before has ended.
 */
export class CellEdits {
  readonly #listeners = new Set<() => void>()
  readonly #typing = new Set<string>()
  readonly #sent = new Set<string>()
  #edits: readonly CellEdit[] = []
  #marks = noMarks
  #takeOver: () => void = () => undefined

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getEdits = (): readonly CellEdit[] => this.#edits

  /** Another object only after a cell was taken over, refused, or ended. */
  getMarks = (): CellMarks => this.#marks

  /** The one whose editor is to be seen: the one somebody types into, or else the first that was refused. */
  get visible(): CellEdit | undefined {
    return this.#edits.find(({ stage }) => stage === 'open') ?? this.#edits.find(({ stage }) => stage === 'refused')
  }

  /** How many the server has not got: they would be lost with the page. */
  get unsaved(): number {
    return this.#edits.filter((edit) => this.#isUnsent(edit) || this.#sent.has(edit.key)).length
  }

  /** How many would be lost with the table: what is sent goes on without it. */
  get unsent(): number {
    return this.#edits.filter((edit) => this.#isUnsent(edit)).length
  }

  #isUnsent({ key, stage }: CellEdit): boolean {
    return stage === 'open' ? this.#typing.has(key) : !this.#sent.has(key)
  }

  /** Opens the editor of a cell, and takes over the one before. Where that can't be taken over, it stays open, and this one closed. */
  open(place: CellPlace, typed?: string): void {
    this.#begin(place, { stage: 'open', typed, isRemoval: false })
  }

  /** Takes the field of a cell away. */
  remove(place: CellPlace): void {
    this.#begin(place, { stage: 'taken', typed: undefined, isRemoval: true })
  }

  /** Gives a cell a value without an editor; undefined takes its field away. */
  put(place: CellPlace, value: TypedValue | undefined): void {
    if (value === undefined) this.remove(place)
    else this.#begin(place, { stage: 'taken', typed: undefined, isRemoval: false, given: value })
  }

  #begin(place: CellPlace, as: Pick<CellEdit, 'stage' | 'typed' | 'isRemoval' | 'given'>): void {
    const key = keyOf(place)
    if (this.#edits.some((edit) => edit.key === key && edit.stage === 'open')) return
    if (this.#edits.some(({ stage }) => stage === 'open')) this.#takeOver()
    if (this.#edits.some(({ stage }) => stage === 'open')) return
    const there = this.#edits.find((edit) => edit.key === key)
    const others = this.#edits.filter((edit) => edit !== there)
    // One that was refused keeps its editor, and comes before others that were.
    const begun = there?.stage === 'refused' ? there : { ...place, key, turn: (there?.turn ?? 0) + 1, ...as }
    this.#set([begun, ...others])
  }

  /** The editor that is open tells how it is taken over: by a function that has done it, or left it open, when it returns. */
  onTakeOver(takeOver: () => void): () => void {
    this.#takeOver = takeOver
    return () => {
      if (this.#takeOver === takeOver) this.#takeOver = () => undefined
    }
  }

  /** Takes over what is typed. Answers whether the server has all of it, or it waits for the server: nobody has to say what becomes of it. */
  async saveAll(): Promise<boolean> {
    if (this.#edits.some(({ stage }) => stage === 'open')) this.#takeOver()
    return await new Promise((resolve) => {
      const look = (): void => {
        const isDone = this.#edits.length === 0
        if (!isDone && this.#edits.every(({ stage }) => stage === 'taken')) return
        stop()
        resolve(isDone)
      }
      const stop = this.subscribe(look)
      look()
    })
  }

  setTyping(key: string, isTyping: boolean): void {
    if (isTyping) this.#typing.add(key)
    else this.#typing.delete(key)
  }

  /** What was taken over is sent, and can't be taken back; or it came back. */
  setSent(key: string, isSent: boolean): void {
    if (isSent) this.#sent.add(key)
    else this.#sent.delete(key)
  }

  /** Its value is to be sent, after what was sent of it before. */
  take(key: string, value: TypedValue | undefined): void {
    this.#sent.delete(key)
    this.#mark(key, { value, isRefused: false })
    this.#setStage(key, 'taken')
  }

  /** It was not saved, and is open again as soon as no other is. */
  refuse(key: string, value: TypedValue | undefined): void {
    this.#mark(key, { value, isRefused: true })
    this.#setStage(key, 'refused')
  }

  /** What is typed in it is given up; what was taken over before goes on. */
  close(key: string): void {
    if (!this.#isMarked(key)) {
      this.end(key)
      return
    }
    this.#typing.delete(key)
    this.#setStage(key, 'taken')
  }

  /** It is saved, or given up as a whole. */
  end(key: string): void {
    if (this.#edits.every((edit) => edit.key !== key)) return
    this.#typing.delete(key)
    this.#sent.delete(key)
    this.#mark(key, undefined)
    this.#set(this.#edits.filter((edit) => edit.key !== key))
  }

  /** Ends all that are not sent. */
  giveUp(): void {
    for (const { key } of this.#edits) {
      if (this.#sent.has(key)) this.close(key)
      else this.end(key)
    }
  }

  #isMarked(key: string): boolean {
    const edit = this.#edits.find((one) => one.key === key)
    return edit !== undefined && this.#marks.get(edit.document.ref.path)?.has(edit.field) === true
  }

  #setStage(key: string, stage: CellEdit['stage']): void {
    this.#set(this.#edits.map((edit) => (edit.key === key ? { ...edit, stage } : edit)))
  }

  #mark(key: string, mark: CellMark | undefined): void {
    const edit = this.#edits.find((one) => one.key === key)
    if (edit === undefined) return
    const { path } = edit.document.ref
    const ofDocument = new Map(this.#marks.get(path))
    if (mark !== undefined) ofDocument.set(edit.field, mark)
    // Most are given up before there was anything to show.
    else if (!ofDocument.delete(edit.field)) return
    const marks = new Map(this.#marks)
    if (ofDocument.size > 0) marks.set(path, ofDocument)
    else marks.delete(path)
    this.#marks = marks
  }

  #set(edits: readonly CellEdit[]): void {
    this.#edits = edits
    for (const listener of this.#listeners) listener()
  }
}

function keyOf({ document, field }: CellPlace): string {
  return JSON.stringify([document.ref.path, field])
}
