import { devicesTexts } from '../../texts/en/devices.ts'
import { deviceName } from '../../ui/device-name.ts'
import type { Installation } from '@hearth/api'

/** What people would call it: `Firefox on Windows`. */
export function installationName({ device }: Pick<Installation, 'device'>): string {
  return (device === null ? undefined : deviceName(device)) ?? devicesTexts.unknownDevice
}
