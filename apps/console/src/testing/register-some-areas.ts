import { Folder } from 'lucide-react'
import { type Area, registerAreas } from '../shared/areas.ts'

/** For tests without the router: four of the areas, one of which has another path than title. */
export function registerSomeAreas(): void {
  const area = (path: string, title: Area['title']): Area => ({ path, title, icon: Folder })
  registerAreas([
    area('data', 'data'),
    area('files', 'files'),
    area('installations', 'devices'),
    area('settings', 'settings'),
  ])
}
