/**
 * Which node of a graph made the image: where the way from what is saved begins, before anything enlarges or repairs it.
 *
 * Node classes are known by what goes into them, for anybody may add classes.
 */
import { type Graph, type GraphNode } from '../../comfyui-graph.ts'
import { upstream } from '../../comfyui-trace.ts'

const OUTPUT = /save|preview|combine|output/i

/** Null where nothing samples. */
export function baseSampler(graph: Graph): GraphNode | null {
  const samplers = [...graph.values()].filter(isSampler)
  const saved = upstream(
    graph,
    [...graph.values()].filter(({ type }) => OUTPUT.test(type)),
  )
  const used = samplers.filter((sampler) => saved.has(sampler))
  const candidates = used.length > 0 ? used : samplers
  const firsts = candidates.filter((sampler) => {
    const before = upstream(graph, [sampler])
    return !candidates.some((other) => other !== sampler && before.has(other))
  })
  return firsts.find(makesAll) ?? firsts.at(-1) ?? candidates.at(-1) ?? null
}

function isSampler({ type, links, values }: GraphNode): boolean {
  const isNamed = /sampl/i.test(type)
  const hasSeed = ['seed', 'noise_seed'].some((name) => name in values || name in links)
  const isAsked = ['positive', 'guider', 'text_embeds', 'conditioning', 'pipe', 'basic_pipe'].some(
    (name) => name in links,
  )
  return isAsked && (hasSeed || (isNamed && !/select|guider|scheduler/i.test(type)))
}

/** Others change what is there already. */
function makesAll({ values }: GraphNode): boolean {
  return values['denoise'] === undefined || values['denoise'] === 1
}
