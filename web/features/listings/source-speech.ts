// One file for the browser: whoever watches a source hears what is said in it.
export { SourceFilm } from './source-film.tsx';
export { SourceTranscript } from './source-transcript.tsx';
