/** Where the code of a tool's error stands in its answer: a text is for people and models, not for programs. */
export const ERROR_CODE = 'studio.atelier/code'
