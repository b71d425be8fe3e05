import css from './stream.module.css';

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g;

/** A customer's text as plain text; only web addresses become links. */
export function SafeText({ text }: { text: string }) {
  return (
    <p className={`g-break ${css.text}`}>
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
