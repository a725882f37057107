import type { orderTexts } from '../en/order.ts'

export const order: typeof orderTexts = {
  number: { ascending: 'kleinste zuerst', descending: 'größte zuerst' },
  text: { ascending: 'A bis Z', descending: 'Z bis A' },
  time: { ascending: 'älteste zuerst', descending: 'neueste zuerst' },
  boolean: { ascending: 'false zuerst', descending: 'true zuerst' },
}
