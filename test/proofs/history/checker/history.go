package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
)

// An Operation is one request of a client, and its answer if there was one: a line of a history file.
type Operation struct {
	Client  int    `json:"client"`
	Account string `json:"account"`
	// Microseconds of one monotonic clock.
	Call int64 `json:"call"`
	// Missing if there was no answer that says what became of the request.
	Return *int64 `json:"return"`
	Op     string `json:"op"`

	Pet      *int64  `json:"pet"`
	Pets     []int64 `json:"pets"`
	Order    int64   `json:"order"`
	Category *int64  `json:"category"`

	Key         string   `json:"key"`
	IfMatch     []string `json:"ifMatch"`
	IfNoneMatch bool     `json:"ifNoneMatch"`
	Body        Body     `json:"body"`

	Answer *Answer `json:"answer"`

	// The line in the file, from 1.
	line int
}

// A Body is what a request sends; what it leaves out is nil.
type Body struct {
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     *string `json:"status"`
}

// An Answer is what the service says. One of the bodies is there if it is a success with a body.
type Answer struct {
	Status   int       `json:"status"`
	Code     string    `json:"code"`
	ETag     string    `json:"etag"`
	Replayed bool      `json:"replayed"`
	Pet      *Pet      `json:"pet"`
	Pets     []Pet     `json:"pets"`
	Order    *Order    `json:"order"`
	Category *Category `json:"category"`
}

// A Pet as clients see it.
type Pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status"`
}

// An Order as clients see it.
type Order struct {
	ID        int64  `json:"id"`
	PetID     int64  `json:"petId"`
	Status    string `json:"status"`
	Role      string `json:"role"`
	CreatedAt string `json:"createdAt"`
	UpdatedAt string `json:"updatedAt"`
}

// A Category as clients see it.
type Category struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// forever is the return of an operation that was not answered: it may take effect at any time.
const forever = math.MaxInt64

func (o *Operation) returned() int64 {
	if o.Return == nil {
		return forever
	}
	return *o.Return
}

// readHistory reads a history file. Its errors name the line.
func readHistory(path string) ([]*Operation, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var history []*Operation
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for line := 1; lines.Scan(); line++ {
		// The first line is the head.
		if line == 1 {
			continue
		}
		op, err := parseOperation(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		op.line = line
		history = append(history, op)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(history) == 0 {
		return nil, fmt.Errorf("%s: holds no operation", path)
	}
	return history, nil
}

func parseOperation(text []byte) (*Operation, error) {
	var op Operation
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&op); err != nil {
		return nil, fmt.Errorf("is not an operation: %w", err)
	}
	if (op.Return == nil) != (op.Answer == nil) {
		return nil, fmt.Errorf("return and answer belong together")
	}
	return &op, nil
}
