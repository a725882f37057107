import { doc, writeBatch } from 'firebase/firestore'
import type { ProjectOperator } from './project-operator.ts'

/** Documents `parts/0001` and so on. */
export async function addParts(operator: ProjectOperator, count: number): Promise<void> {
  const { firestore } = operator.services
  for (let from = 1; from <= count; from += 250) {
    const batch = writeBatch(firestore)
    for (let n = from; n < Math.min(from + 250, count + 1); n += 1) {
      const id = String(n).padStart(4, '0')
      batch.set(doc(firestore, 'parts', id), { n, name: `part ${id}`, isEven: n % 2 === 0, tricky: '=1+1, "x"' })
    }
    await batch.commit()
  }
}
