import { connectFirestore } from '@hearth/client/firestore'
import type { FirebaseApp } from 'firebase/app'
import type { Firestore } from 'firebase/firestore'

/** The document database of the console's app or of a project's. Loads the largest part of the SDK: lazy screens only. */
export function firestoreOf(app: FirebaseApp): Firestore {
  return connectFirestore(app)
}
