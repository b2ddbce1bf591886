/** electron-store without Electron: the same conf underneath, with the option's other name. */
import Conf, { type Options } from 'conf'

type StoreOptions = Omit<Options<Record<string, unknown>>, 'configName'> & { readonly name: string }

export default class Store extends Conf {
  constructor({ name, ...options }: StoreOptions) {
    super({ ...options, configName: name })
  }
}
