import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PickupPoint } from './PickupPoint.tsx';

function Checkout() {
  const [point, setPoint] = useState('');
  const [news, setNews] = useState<string[]>([]);
  const [shown, setShown] = useState(true);
  const [first, setFirst] = useState(true);
  const [round, setRound] = useState(0);
  const addNews = (text: string) => setNews((before) => [...before, text]);
  const picker = shown && (
    <PickupPoint
      key="picker"
      point={point}
      filter={{ capabilities: ['PARCEL_COLLECT'], round }}
      onChoose={setPoint}
      onNews={addNews}
    >
      {round > 0 && (
        <label>
          Number of the point, asked {round} times <input name="pickup_point" />
        </label>
      )}
    </PickupPoint>
  );
  const note = <p key="note">Two working days.</p>;
  return (
    <form>
      {first ? [picker, note] : [note, picker]}
      <button type="button" onClick={() => setRound(round + 1)}>
        Render again
      </button>
      <button type="button" onClick={() => setFirst(!first)}>
        Move
      </button>
      <button type="button" onClick={() => setShown(!shown)}>
        Take away or bring back
      </button>
      <output id="point">{point}</output>
      <output id="news">{news.join(', ')}</output>
    </form>
  );
}

createRoot(document.querySelector('#app')!).render(<Checkout />);
