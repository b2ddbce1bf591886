/** Compares two to four assets side by side: one zoom, one playback, and the parameters in which they differ. */
import '../../../locales/gallery.ts'
import { Swords, X } from '#renderer/icons.tsx'
import { ListTree, SquareSplitHorizontal, ZoomIn } from '../icons.tsx'
import { useEffect, useMemo, useState, type CSSProperties } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Asset } from '#contract/library.ts'
import { isScene } from '#contract/rules/media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { Broken } from '#renderer/ui/state-message.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { NoticesOnTop } from '../foot/notices.tsx'
import { useGallery } from '../gallery.ts'
import { originOf } from '../origin.ts'
import styles from './compare.module.css'
import { useModelLabel } from '#renderer/bridge/host.tsx'
import { differencesOf, type Difference, type DifferencePart } from './differences.ts'
import { MIDDLE, movedPoint, type Point } from './loupe.tsx'
import { Marks } from './marks.tsx'
import { createPlayback } from './playback.ts'
import { PlaybackControls, usePlaybackKeys } from './playback-controls.tsx'
import { Stage, type StageProps } from './stage.tsx'
import { Window } from './window.tsx'
import { Wipe } from './wipe.tsx'
import { type SharedView, FITTED, type View } from './zoomable-image.tsx'
import u from '#renderer/ui/utilities.module.css'

const NOTHING_READ = { ok: true, data: [] } as const

/** How far a key moves the loupe, of the image. */
const STEP = 0.02

export function CompareView({ ids, onClose }: { readonly ids: readonly string[]; onClose(): void }) {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const { assets, problem } = useAssets(ids)
  const [showsDifferences, setShowsDifferences] = useState(true)
  const { keys, ...tools } = useTools(assets)
  const { zoom } = tools
  const playbacks = useMemo(() => new Map(ids.map((id) => [id, createPlayback()])), [ids])
  const shown = assets.flatMap((asset) => {
    const playback = playbacks.get(asset.id)
    return playback === undefined ? [] : { asset, shared: { playback, ...zoom } }
  })
  const [first, second] = shown
  const moving = shown
    .filter(({ asset: { kind } }) => kind === 'video' || kind === 'audio')
    .map(({ shared }) => shared.playback)
  usePlaybackKeys(moving)
  function openArena(): void {
    onClose()
    window.location.hash = '#/arena'
  }
  return (
    <Window
      kind="compare"
      label={text('gallery.compare')}
      keys={{ ...keys, 'ctrl+z': () => void changes.undo() }}
      className={styles.compare}
      onClose={onClose}
    >
      <div>
        <div className={classNames(u.row, u.gap8, styles.head)}>
          <IconButton icon={X} label={text('viewer.close')} shortcut="Esc" onPress={onClose} />
          <h2>{text('gallery.compare.title', { count: assets.length })}</h2>
          <ToolButtons {...tools} />
          {assets.filter((asset) => !originOf(asset).isImported).length > 1 && (
            <IconButton icon={Swords} label={text('gallery.compare.arena')} onPress={openArena} />
          )}
          <IconButton
            icon={ListTree}
            label={text('gallery.compare.differences')}
            aria-expanded={showsDifferences}
            onPress={() => setShowsDifferences(!showsDifferences)}
          />
        </div>
        {problem !== null && <Broken title={text('viewer.broken')}>{problem}</Broken>}
      </div>
      {tools.isWipe && first !== undefined && second !== undefined ? (
        <Wipe pair={[first, second]} />
      ) : (
        <div className={styles.panes} style={{ '--columns': columns(assets.length) } as CSSProperties}>
          {shown.map((one, at) => (
            <Pane key={one.asset.id} {...one} place={at + 1} />
          ))}
        </div>
      )}
      {first !== undefined && second !== undefined && shown.length === 2 && (
        <Keeps pair={[first.asset, second.asset]} />
      )}
      {moving.length > 0 && (
        <div className={styles.playbacks}>
          <PlaybackControls playbacks={moving} hasFrames />
        </div>
      )}
      {showsDifferences && assets.length > 1 && <DifferenceTable assets={assets} />}
      <NoticesOnTop />
    </Window>
  )
}

/** Keeps one of two: the other goes to the trash, from where undo brings it back. */
function Keeps({ pair }: { readonly pair: readonly [Asset, Asset] }) {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const isMirrored = document.documentElement.dir === 'rtl'
  const [left, right] = isMirrored ? pair.toReversed() : pair
  const isOff = pair.some(({ trashedAt }) => trashedAt !== undefined)
  const keep = (other: Asset | undefined) => () => void (other && changes.move('trash', [other.id]))
  const keepLeft = (
    <Button key="left" isDisabled={isOff} onPress={keep(right)}>
      {text('gallery.compare.keepLeft')}
    </Button>
  )
  const keepRight = (
    <Button key="right" isDisabled={isOff} onPress={keep(left)}>
      {text('gallery.compare.keepRight')}
    </Button>
  )
  return <div className={styles.keeps}>{isMirrored ? [keepRight, keepLeft] : [keepLeft, keepRight]}</div>
}

/** One zoom and one loupe for all images, and a line between two of them. */
function useTools(assets: readonly Asset[]) {
  const [view, setView] = useState<View>(FITTED)
  const [isWipe, setWipe] = useState(false)
  const [loupe, setLoupe] = useState<Point | null>(null)
  const hasImages = assets.some(({ kind }) => kind === 'image')
  const isPair = (['image', 'video'] as const).some(
    (sort) => assets.length === 2 && assets.every(({ kind }) => kind === sort),
  )
  const toggleWipe = (): void => setWipe(!isWipe)
  const toggleLoupe = (): void => setLoupe(loupe === null ? MIDDLE : null)
  const move = (across: number, down: number) => () =>
    loupe !== null && setLoupe(movedPoint(loupe, across * STEP, down * STEP))
  const keys = {
    ...(isPair && { w: toggleWipe }),
    ...(hasImages && { l: toggleLoupe }),
    arrowleft: move(-1, 0),
    arrowright: move(1, 0),
    arrowup: move(0, -1),
    arrowdown: move(0, 1),
  }
  const zoom: SharedView = { view, onView: setView, loupe, onLoupe: setLoupe }
  return { keys, zoom, hasImages, isPair, isWipe: isWipe && isPair, toggleWipe, toggleLoupe }
}

function ToolButtons({
  zoom,
  hasImages,
  isPair,
  isWipe,
  toggleWipe,
  toggleLoupe,
}: Omit<ReturnType<typeof useTools>, 'keys'>) {
  const { text } = useFormatter()
  return (
    <>
      {isPair && (
        <IconButton
          icon={SquareSplitHorizontal}
          label={text('gallery.compare.wipe')}
          shortcut="W"
          isOn={isWipe}
          onPress={toggleWipe}
        />
      )}
      {hasImages && (
        <IconButton
          icon={ZoomIn}
          label={text('gallery.compare.loupe')}
          shortcut="L"
          isOn={zoom.loupe !== null}
          onPress={toggleLoupe}
        />
      )}
    </>
  )
}

/** Four stand two by two. */
function columns(count: number): number {
  return count === 4 ? 2 : Math.max(1, count)
}

/** Several assets in the order of their ids, and why there are fewer. */
function useAssets(ids: readonly string[]) {
  const { text } = useFormatter()
  const { details } = useGallery()
  const [response, setResponse] = useState<RenderedResult<readonly Asset[]>>(NOTHING_READ)
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const next = await details.read(ids)
      if (isCurrent) setResponse(next)
    }
    void read()
    const stops = ids.map((id) => details.subscribe(id, () => void read()))
    return () => {
      isCurrent = false
      for (const stop of stops) stop()
    }
  }, [details, ids])
  if (!response.ok) return { assets: [], problem: response.error.message }
  const isWhole = response === NOTHING_READ || response.data.length === ids.length
  return { assets: response.data, problem: isWhole ? null : text('viewer.gone') }
}

interface PaneProps extends Required<Pick<StageProps, 'asset' | 'shared'>> {
  /** From 1, as the columns of the differences are numbered. */
  readonly place: number
}

function Pane({ asset, place, shared }: PaneProps) {
  const { text, number } = useFormatter()
  const name = asset.title || asset.prompt || text('gallery.untitled')
  return (
    <figure
      className={classNames(
        u.grid,
        u.narrows,
        u.shortens,
        styles.pane,
        asset.trashedAt !== undefined && styles.gone,
      )}
      aria-label={name}
    >
      <div className={classNames(u.centered, u.shortens, u.clip, styles.media)}>
        <Stage asset={asset} shared={shared} />
      </div>
      <figcaption className={classNames(u.row, u.wrap, u.gap8, u.narrows, styles.caption)}>
        <span className={styles.place}>{number(place)}</span>
        <span className={classNames(parts.line, u.grow, styles.name)}>{name}</span>
        <Marks asset={asset} />
      </figcaption>
    </figure>
  )
}

/** The parameters that the assets differ in, one column for each asset. */
function DifferenceTable({ assets }: { readonly assets: readonly Asset[] }) {
  const { text, number, duration } = useFormatter()
  const labelOf = useModelLabel()
  const differences = differencesOf(assets)
  if (differences.length === 0) return <p className={styles.same}>{text('gallery.compare.same')}</p>
  const nameOf = ({ name, isOption }: Difference): string =>
    isOption ? name : text(`gallery.compare.${name as DifferencePart}`)
  const shown = ({ name, isOption }: Difference, value: Json | undefined): string => {
    if (value === undefined) return '–'
    if (!isOption && name === 'model' && typeof value === 'string') return labelOf(value)
    if (!isOption && name === 'scene' && isScene(value)) return text(`scene.${value}`)
    if (!isOption && name === 'length' && typeof value === 'number') return duration(value)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    <section
      className={classNames(u.scroll, u.lineAbove, u.surface, styles.differences)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={text('gallery.compare.differences')}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{text('gallery.compare.parameter')}</th>
            {assets.map((asset, at) => (
              <th key={asset.id} scope="col">
                {number(at + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={`${String(difference.isOption)}:${difference.name}`}>
              <th scope="row">{nameOf(difference)}</th>
              {difference.values.map((value, at) => (
                <td key={assets[at]?.id}>{shown(difference, value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
