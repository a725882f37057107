import { useEffect, useState, type DragEvent } from 'react'
import { uploads } from '../../shared/uploads/uploads.ts'
import { droppedFiles, type ChosenFile } from './chosen-files.ts'

export interface FileDrop {
  /** For the element that takes what is dropped. */
  readonly props: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
  readonly isOver: boolean
}

/** Files dropped anywhere on an element; without `onFiles` nothing is taken. */
export function useFileDrop(onFiles: ((read: Promise<readonly ChosenFile[]>) => void) | undefined): FileDrop {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
  return {
    isOver,
    props: {
      onDragOver: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = onFiles === undefined ? 'none' : 'copy'
        setOver(onFiles !== undefined)
      },
      onDragLeave: (event) => {
        // Going over what is inside is no leaving.
        const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!isInside) setOver(false)
      },
      onDrop: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles?.(droppedFiles(event.dataTransfer, uploads.room))
      },
    },
  }
}

/** A file that is dropped beside the element would be opened in the place of the page. */
function refuse(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}
