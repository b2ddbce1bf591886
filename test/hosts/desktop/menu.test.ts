import { beforeEach, expect, test } from 'vitest'
import { installMenu } from '#hosts/desktop/menu.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'

beforeEach(resetElectron)

test.each(['linux', 'darwin', 'win32'] as const)(
  'offers developer tools only where they are on (%s)',
  (platform) => {
    installMenu(false, platform)
    installMenu(true, platform)
    expect(standIn.menus.map((menu) => JSON.stringify(menu).includes('toggleDevTools'))).toEqual([
      false,
      true,
    ])
    expect(JSON.stringify(standIn.menus[0])).toContain(platform === 'darwin' ? '"appMenu"' : '"quit"')
  },
)
