/** A few word lists to begin with: written when there is no folder of lists yet, and the user's own from then on. */
export const SAMPLE_LISTS: Readonly<Record<string, string>> = {
  animals: `# One entry a line. In a prompt, __animals__ stands for one of them.
red fox
snow leopard
barn owl
sea turtle
humpback whale
octopus
grey wolf
hare
heron
chameleon
honey bee
elephant
stag
otter
raven
`,
  colours: `# In a prompt, __colours__ stands for one of them.
vermilion
ochre
saffron
moss green
viridian
teal
ultramarine
indigo
mauve
burgundy
ivory
charcoal
`,
  light: `# In a prompt, __light__ stands for one of them.
golden hour
blue hour
overcast daylight
harsh noon sun
candlelight
neon signs at night
rim light against a dark background
soft window light
moonlight
firelight
light through fog
studio softbox
`,
}
