/**
 * `powerMonitor` and `powerSaveBlocker`.
 *
 * A test sends the machine to sleep by emitting `suspend` and `resume`. Assumed (electron.d.ts, `PowerSaveBlocker`): ids
 * count up from 0, `stop` says whether the id was running.
 */
import { EventEmitter } from 'node:events'
import { record } from '../runtime.ts'
import { strict } from '../strict.ts'

class PowerMonitor extends EventEmitter {
  onBatteryPower = false
  isOnBatteryPower(): boolean {
    return this.onBatteryPower
  }
  getSystemIdleState(): string {
    return 'active'
  }
  getSystemIdleTime(): number {
    return 0
  }
  getCurrentThermalState(): string {
    return 'unknown'
  }
}

export const powerMonitor = strict('powerMonitor', new PowerMonitor())

const blocking = new Set<number>()
let lastId = -1

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type: string): number {
    if (!['prevent-app-suspension', 'prevent-display-sleep'].includes(type)) {
      throw new TypeError(`Error processing argument: ${type}`)
    }
    lastId += 1
    blocking.add(lastId)
    record('powerSaveBlocker.start', type)
    return lastId
  },
  stop(id: number): boolean {
    record('powerSaveBlocker.stop', id)
    return blocking.delete(id)
  },
  isStarted: (id: number): boolean => blocking.has(id),
})
