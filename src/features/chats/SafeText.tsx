import css from './stream.module.css';

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g;

/** What somebody wrote, as text; only addresses of the web become links. */
export function SafeText({ text }: { text: string }) {
  return (
    <p className={css.text}>
      {text.split(address).map((part, index) =>
        index % 2 === 1 ? (
          // eslint-disable-next-line react/no-array-index-key -- the parts of a text never move
          <a key={index} href={part} target="_blank" rel="noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
